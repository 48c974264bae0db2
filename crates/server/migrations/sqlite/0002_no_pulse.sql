-- Nothing ever read it.
DROP TABLE pulse;
