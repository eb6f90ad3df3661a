-- The first key of a series of rotations, whose credits count together: a key must not renew its own limits. Null for the first itself.
ALTER TABLE secret ADD COLUMN first_key uuid;
CREATE INDEX secret_by_first_key ON secret (first_key);
