-- The digests of recovery codes are encrypted like the secrets of apps: with the keyed digest alone, a person with a copy of the database, which
-- holds its key too, could try all codes. Null: from before that; the next start of the API encrypts it.
ALTER TABLE recovery_codes ADD COLUMN key_id bytea;
