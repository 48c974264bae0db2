-- What operators see of a table, and want of it.
ALTER TABLE tables
    ADD COLUMN held_since timestamptz, -- since when its owner has it; NULL if that was not written down yet
    ADD COLUMN closing    text;        -- why it is to be closed, which its owner does; NULL if it is not

ALTER TABLE tables ALTER COLUMN held_since SET DEFAULT now();

CREATE INDEX closing_tables ON tables (owner) WHERE closing IS NOT NULL AND closed_at IS NULL;
