-- Currency that the person chose for prices; null until then.
ALTER TABLE users ADD COLUMN currency text;
