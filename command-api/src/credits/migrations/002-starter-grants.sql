-- Which mailboxes had starter credits, as keyed digests: they outlive the account, so that closing it and signing up again gives none.
CREATE TABLE starter_grants (
  team_id uuid PRIMARY KEY,
  mailbox bytea NOT NULL UNIQUE,
  -- Of the sign-up; null where it is not known, and a day later.
  network bytea,
  granted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX starter_grants_by_network ON starter_grants (network) WHERE network IS NOT NULL;
CREATE INDEX starter_grants_by_age ON starter_grants (granted_at);
