-- Authenticator apps that codes come from. The secret stands here as it is, because codes are made of it; it is in no event, and goes with the
-- account.
CREATE TABLE totp (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- Null while its first code has not been given: until then it is no way in, and none is asked for.
  confirmed_at timestamptz,
  -- The latest period that a code was taken of: each code works once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Keyed digests of the codes that stand in for a lost app. Each is deleted when it is used.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  digest bytea NOT NULL,
  PRIMARY KEY (user_id, digest)
);

-- Logins whose first proof was right, and whose second is awaited.
CREATE TABLE pending_logins (
  token_digest bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  way text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_logins_by_expiry ON pending_logins (expires_at);

-- When the person last proved in this session that they are the owner: by the login, the password or a code.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz NOT NULL DEFAULT now();
