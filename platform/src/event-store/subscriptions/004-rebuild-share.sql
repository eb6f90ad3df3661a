-- How much of the log a running rebuild has read, from 0 to 1, as far as that can be told.
ALTER TABLE rebuild ADD COLUMN share real;
