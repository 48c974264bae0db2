-- What other nodes, and operators, have to know of a node.
ALTER TABLE nodes ADD COLUMN address TEXT;                        -- where other nodes reach it; NULL if it is alone
ALTER TABLE nodes ADD COLUMN version TEXT;                        -- of the program
ALTER TABLE nodes ADD COLUMN draining INTEGER NOT NULL DEFAULT 0; -- whether it is to hand its tables over

-- Nobody: the owner of tables that were released. Its lease has always run out.
INSERT INTO nodes (name, session, lease_until) VALUES ('', 0, 0) ON CONFLICT DO NOTHING;

ALTER TABLE tables ADD COLUMN maker BLOB; -- the guest who made it

CREATE INDEX made_tables ON tables (maker) WHERE closed_at IS NULL;
