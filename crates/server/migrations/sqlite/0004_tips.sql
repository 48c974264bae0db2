-- The tips of the server's chains in the order in which they were published, of all tables: a list that only grows.
CREATE TABLE tips (
    position   INTEGER PRIMARY KEY, -- from 0
    label      BLOB NOT NULL,       -- stands for the table, whose id is not to be public
    from_throw INTEGER NOT NULL,
    tip        BLOB NOT NULL,
    UNIQUE (label, from_throw)
) STRICT;

-- The hashes of the whole parts of its tree, which never change: the leaves have level 0.
CREATE TABLE tip_hashes (
    level    INTEGER NOT NULL,
    position INTEGER NOT NULL,
    hash     BLOB NOT NULL,
    PRIMARY KEY (level, position)
) STRICT, WITHOUT ROWID;
