-- What other nodes, and operators, have to know of a node.
ALTER TABLE nodes
    ADD COLUMN address  text,                       -- where other nodes reach it; NULL if it is alone
    ADD COLUMN version  text,                       -- of the program
    ADD COLUMN draining bool NOT NULL DEFAULT false; -- whether it is to hand its tables over

-- Nobody: the owner of tables that were released. Its lease has always run out.
INSERT INTO nodes (name, session, lease_until) VALUES ('', 0, to_timestamp(0)) ON CONFLICT DO NOTHING;

ALTER TABLE tables ADD COLUMN maker bytea; -- the guest who made it

CREATE INDEX made_tables ON tables (maker) WHERE closed_at IS NULL;
