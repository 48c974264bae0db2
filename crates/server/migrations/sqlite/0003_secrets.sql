-- The keys that rows may be encrypted with, by their names; the keys themselves are in no database.
CREATE TABLE keys (
    name     BLOB PRIMARY KEY,
    complete INTEGER NOT NULL -- whether everything secret is encrypted with this one
) STRICT, WITHOUT ROWID;

-- What the dice of open tables are made from, encrypted. It goes when a table is closed: records and proofs need what was
-- opened and nothing else.
CREATE TABLE secrets (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    body     BLOB NOT NULL
) STRICT;

-- Nobody restores a table that is closed.
DELETE FROM snapshots WHERE table_id IN (SELECT id FROM tables WHERE closed_at IS NOT NULL);
