-- The tips of the server's chains in the order in which they were published, of all tables: a list that only grows.
CREATE TABLE tips (
    position   bigint PRIMARY KEY, -- from 0
    label      bytea NOT NULL,     -- stands for the table, whose id is not to be public
    from_throw bigint NOT NULL,
    tip        bytea NOT NULL,
    UNIQUE (label, from_throw)
);

-- The hashes of the whole parts of its tree, which never change: the leaves have level 0.
CREATE TABLE tip_hashes (
    level    int NOT NULL,
    position bigint NOT NULL,
    hash     bytea NOT NULL,
    PRIMARY KEY (level, position)
);
