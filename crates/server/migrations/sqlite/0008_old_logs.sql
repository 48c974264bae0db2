-- Logs of closed tables are deleted after a time, if operators want that. The record and the proof of each finished tour
-- are kept before.
CREATE TABLE tour_files (
    table_id INTEGER NOT NULL,
    tour     INTEGER NOT NULL,
    owners   TEXT NOT NULL, -- JSON: by seat, who has a name of their own and may delete it
    record   TEXT NOT NULL,
    proof    TEXT NOT NULL, -- JSON, not signed
    PRIMARY KEY (table_id, tour)
) STRICT;

-- 0: it is there, 1: its tours are kept and it is being deleted, 2: it is gone, 3: it cannot be read, and stays
ALTER TABLE tables ADD COLUMN log INTEGER NOT NULL DEFAULT 0;

CREATE INDEX old_logs ON tables (closed_at) WHERE closed_at IS NOT NULL AND log < 2;

-- Whose connections are to be cut, on every node: since a key was revoked, for example.
CREATE TABLE cuts (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL, -- milliseconds since 1970
    guest   BLOB NOT NULL,
    deleted INTEGER NOT NULL  -- whether it is since they have deleted their name
) STRICT;
CREATE INDEX latest_cuts ON cuts (at);
