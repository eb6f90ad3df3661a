-- Secrets of apps are encrypted with a key that is not in the database (`kernel/sealing.ts`). Null: from before that; the next start of the
-- API encrypts it.
ALTER TABLE totp ADD COLUMN key_id bytea;
