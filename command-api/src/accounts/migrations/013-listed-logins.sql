-- For listing third-party logins in the account, and taking one away.
ALTER TABLE third_party_logins ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid();
-- Null: linked before this was kept.
ALTER TABLE third_party_logins ADD COLUMN linked_at timestamptz;
ALTER TABLE third_party_logins ALTER COLUMN linked_at SET DEFAULT now();
