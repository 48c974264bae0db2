-- People who have a name of their own, programs, and bots of the server that are rated. Times are milliseconds since 1970.
CREATE TABLE people (
    id    INTEGER PRIMARY KEY,
    name  TEXT,             -- NULL: deleted
    kind  INTEGER NOT NULL, -- 1: a person, 2: a program, 3: a bot of the server
    owner INTEGER,          -- whose program it is
    since INTEGER NOT NULL
) STRICT;
CREATE INDEX programs ON people (owner) WHERE owner IS NOT NULL;

-- What names are told apart by: no two people share one.
CREATE TABLE name_looks (
    look   TEXT PRIMARY KEY,
    person INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_of ON name_looks (person);

-- How people prove that they are who they are. Nothing that is secret is here, only hashes of it.
CREATE TABLE person_keys (
    id         INTEGER PRIMARY KEY,
    person     INTEGER NOT NULL,
    kind       INTEGER NOT NULL, -- 1: a browser, 2: a passkey, 3: a code on paper, 4: the token of a program
    hash       BLOB NOT NULL UNIQUE,
    label      TEXT NOT NULL,
    made       INTEGER NOT NULL,
    used       INTEGER,
    scopes     INTEGER NOT NULL, -- what a token is good for, a bit each
    credential BLOB,             -- of a passkey
    public_key BLOB,
    algorithm  INTEGER
) STRICT;
CREATE INDEX keys_of ON person_keys (person);

-- What works once and not for long: links for other devices, challenges for passkeys.
CREATE TABLE one_time (
    hash   BLOB PRIMARY KEY,
    kind   INTEGER NOT NULL, -- 1: a link, 2: to make a passkey, 3: to use one
    person INTEGER,
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Finished tours, each written together with the event that ended it.
CREATE TABLE tours (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    tour     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    rules    TEXT NOT NULL,
    preset   TEXT NOT NULL,
    players  INTEGER NOT NULL,
    pool     TEXT,             -- in which it is rated; NULL: it is not
    public   INTEGER NOT NULL,
    booked   INTEGER NOT NULL, -- whether it is in the ratings and results
    UNIQUE (table_id, tour)
) STRICT;
CREATE INDEX unbooked_tours ON tours (id) WHERE booked = 0;

CREATE TABLE tour_players (
    tour            INTEGER NOT NULL,
    place           INTEGER NOT NULL,
    person          INTEGER,          -- NULL: a guest
    guest           BLOB,
    name            TEXT NOT NULL,
    kind            INTEGER NOT NULL, -- 0: a guest, 1: a person, 2: a program, 3: a bot of the server
    level           TEXT,
    gone            INTEGER NOT NULL, -- whether they left
    mean_before     REAL,
    mean_after      REAL,
    deviation_after REAL,
    expected        REAL,
    actual          REAL,
    gain            REAL,
    PRIMARY KEY (tour, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX tours_of_people ON tour_players (person, tour) WHERE person IS NOT NULL;
CREATE INDEX tours_of_guests ON tour_players (guest, tour) WHERE person IS NULL AND guest IS NOT NULL;
CREATE INDEX best_tours ON tour_players (person, gain) WHERE gain IS NOT NULL;

CREATE TABLE ratings (
    person    INTEGER NOT NULL,
    pool      TEXT NOT NULL,
    kind      INTEGER NOT NULL, -- 1: a person, 2: a program, 3: a bot
    mean      REAL NOT NULL,
    deviation REAL NOT NULL,
    games     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    best      REAL,             -- the highest mean since it was certain
    PRIMARY KEY (person, pool)
) STRICT, WITHOUT ROWID;
CREATE INDEX leaders ON ratings (pool, mean) WHERE deviation <= 150.0;
CREATE INDEX leading_people ON ratings (pool, mean) WHERE deviation <= 150.0 AND kind = 1;
CREATE INDEX leading_bots ON ratings (pool, mean) WHERE deviation <= 150.0 AND kind > 1;

CREATE TABLE results (
    person  INTEGER NOT NULL,
    preset  TEXT NOT NULL,
    players INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    wins    INTEGER NOT NULL,
    places  INTEGER NOT NULL, -- the sum of them
    PRIMARY KEY (person, preset, players)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks (
    person  INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;

CREATE TABLE reports (
    id        INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    reporter  INTEGER,
    person    INTEGER NOT NULL,
    name      TEXT NOT NULL,
    kind      TEXT NOT NULL,
    table_id  INTEGER,
    text      TEXT NOT NULL,
    closed_at INTEGER
) STRICT;
CREATE INDEX open_reports ON reports (id) WHERE closed_at IS NULL;

CREATE TABLE bans (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    person  INTEGER,
    address TEXT,             -- or a network: whoever comes from there
    until   INTEGER NOT NULL,
    reason  TEXT NOT NULL
) STRICT;

-- Those who wait for a quick game.
CREATE TABLE queue (
    ticket  BLOB PRIMARY KEY,     -- its hash
    guest   BLOB NOT NULL UNIQUE, -- nobody waits twice
    person  INTEGER,
    program INTEGER NOT NULL,
    name    TEXT NOT NULL,
    players INTEGER NOT NULL,
    preset  TEXT NOT NULL,
    speed   TEXT NOT NULL,
    rated   INTEGER NOT NULL,
    bots    INTEGER NOT NULL,
    tip     TEXT,
    since   INTEGER NOT NULL,
    until   INTEGER NOT NULL      -- gone, unless there is a sign of life
) STRICT, WITHOUT ROWID;

-- Tables that the queue makes, written before they are made: who crashes in between makes them later, once.
CREATE TABLE quick_tables (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    players INTEGER NOT NULL,
    preset  TEXT NOT NULL,
    speed   TEXT NOT NULL,
    rated   INTEGER NOT NULL,
    bots    INTEGER NOT NULL,
    stage   INTEGER NOT NULL -- 0: to be made, 1: made, 2: begun or given up
) STRICT;
CREATE INDEX coming_tables ON quick_tables (stage) WHERE stage < 2;

-- Who sits at a table of the queue: nobody at two.
CREATE TABLE quick_seats (
    guest    BLOB PRIMARY KEY,
    table_id INTEGER NOT NULL,
    ticket   BLOB NOT NULL,
    person   INTEGER,
    program  INTEGER NOT NULL,
    name     TEXT NOT NULL,
    tip      TEXT,
    waited   INTEGER NOT NULL, -- milliseconds
    at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_tables ON quick_seats (table_id);

-- What one node does for all, while it does it.
CREATE TABLE duties (
    name  TEXT PRIMARY KEY,
    node  TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
