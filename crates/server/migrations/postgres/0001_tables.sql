-- Processes that run tables. A node holds its tables while it renews its lease.
CREATE TABLE nodes (
    name        text PRIMARY KEY,
    session     bigint NOT NULL, -- a random number, another one at each start of the node
    lease_until timestamptz NOT NULL
);

-- One row a table, small and seldom written: what a table is, is in its events.
CREATE TABLE tables (
    id        bigint PRIMARY KEY,
    owner     text NOT NULL REFERENCES nodes (name),
    epoch     bigint NOT NULL, -- raised when another session takes the table over, which fences the one before
    closed_at timestamptz
);

CREATE INDEX open_tables ON tables (owner) WHERE closed_at IS NULL;

-- The log. Rows are added at the end of a table's events and never changed or deleted.
CREATE TABLE events (
    table_id bigint NOT NULL REFERENCES tables (id),
    seq      bigint NOT NULL CHECK (seq >= 1),
    at       bigint NOT NULL, -- milliseconds since 1970
    body     bytea NOT NULL,  -- JSON text
    PRIMARY KEY (table_id, seq)
);

-- The last state kept of a table, so that restoring it need not begin at its first event.
CREATE TABLE snapshots (
    table_id bigint PRIMARY KEY REFERENCES tables (id),
    seq      bigint NOT NULL, -- the last event in it
    body     bytea NOT NULL
);

-- One row that is written to see whether storage can be written.
CREATE TABLE pulse (
    id int PRIMARY KEY CHECK (id = 1),
    at timestamptz NOT NULL
);

INSERT INTO pulse VALUES (1, now());
