-- Passkeys. What stands here is public or a count: the private keys are with the owner's authenticators.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As the authenticator names it, in base64url.
  credential_id text NOT NULL UNIQUE,
  -- COSE.
  public_key bytea NOT NULL,
  -- How often the authenticator has answered, by its own count; 0 for one that does not count.
  counter bigint NOT NULL,
  -- How browsers reach the authenticator.
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Challenges that await an answer. Each is deleted by the first one, right or wrong.
CREATE TABLE passkey_challenges (
  digest bytea PRIMARY KEY,
  purpose text NOT NULL,
  -- Null where the answer tells whose account it is.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- The one rule for which accounts have a second factor.
CREATE VIEW accounts_with_factor AS
  SELECT user_id FROM totp WHERE confirmed_at IS NOT NULL
  UNION ALL
  SELECT user_id FROM passkeys;

CREATE OR REPLACE VIEW person AS
  SELECT id, team_id, email, first_name, last_name, last_login_at,
         EXISTS (SELECT FROM accounts_with_factor f WHERE f.user_id = users.id) AS has_second_factor
  FROM users;
