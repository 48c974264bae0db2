-- Processes that run tables. A node holds its tables while it renews its lease.
CREATE TABLE nodes (
    name        TEXT PRIMARY KEY,
    session     INTEGER NOT NULL, -- a random number, another one at each start of the node
    lease_until INTEGER NOT NULL  -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

-- One row a table, kept small since it is written with every event: what a table is, is in its events.
CREATE TABLE tables (
    id         INTEGER PRIMARY KEY,
    owner      TEXT NOT NULL REFERENCES nodes (name),
    epoch      INTEGER NOT NULL, -- raised when another session takes the table over, which fences the one before
    closed_at  INTEGER,          -- milliseconds since 1970
    last_seq   INTEGER NOT NULL, -- the number of its last event
    last_event INTEGER           -- the id of its last event
) STRICT;

CREATE INDEX open_tables ON tables (owner) WHERE closed_at IS NULL;

-- The logs of all tables in one: rows are added at the end and never changed or deleted, so a transaction writes few
-- pages however many tables it is about. Each event knows the one before it at the same table, which leads through
-- the table's log from its last event to its first.
CREATE TABLE events (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL CHECK (seq >= 1),
    at       INTEGER NOT NULL, -- milliseconds since 1970
    before   INTEGER CHECK ((before IS NULL) = (seq = 1) AND before < id),
    body     BLOB NOT NULL     -- JSON text
) STRICT;

-- The last state kept of a table, so that restoring it need not begin at its first event.
CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seq      INTEGER NOT NULL, -- the last event in it
    body     BLOB NOT NULL
) STRICT;

-- One row that is written to see whether storage can be written.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

INSERT INTO pulse VALUES (1, 0);
