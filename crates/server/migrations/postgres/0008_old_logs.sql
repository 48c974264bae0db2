-- Logs of closed tables are deleted after a time, if operators want that. The record and the proof of each finished tour
-- are kept before.
CREATE TABLE tour_files (
    table_id bigint NOT NULL,
    tour     bigint NOT NULL,
    owners   text NOT NULL, -- JSON: by seat, who has a name of their own and may delete it
    record   text NOT NULL,
    proof    text NOT NULL, -- JSON, not signed
    PRIMARY KEY (table_id, tour)
);

-- 0: it is there, 1: its tours are kept and it is being deleted, 2: it is gone, 3: it cannot be read, and stays
ALTER TABLE tables ADD COLUMN log bigint NOT NULL DEFAULT 0;

CREATE INDEX old_logs ON tables (closed_at) WHERE closed_at IS NOT NULL AND log < 2;

-- Whose connections are to be cut, on every node: since a key was revoked, for example.
CREATE TABLE cuts (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      bigint NOT NULL, -- milliseconds since 1970
    guest   bytea NOT NULL,
    deleted bigint NOT NULL  -- whether it is since they have deleted their name
);
CREATE INDEX latest_cuts ON cuts (at);
