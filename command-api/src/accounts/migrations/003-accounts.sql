-- Everything personal about people who have an account. Events name them by id only, so that a row deleted here is forgotten.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  language text NOT NULL DEFAULT 'en',
  -- PHC string; null for those who sign in through a third party, or have not accepted their invitation.
  password_hash text,
  -- How the account came about: what `registered` still has to bring into the log.
  registered_by text NOT NULL CHECK (registered_by IN ('password', 'third-party', 'invitation', 'admin')),
  -- Whether log and team know of the account. False for longer than an instant: the process died, and a repair is due.
  registered boolean NOT NULL DEFAULT false,
  invited_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz
);
CREATE UNIQUE INDEX users_by_email ON users (lower(email));
CREATE INDEX users_by_team ON users (team_id);
CREATE INDEX users_by_inviter ON users (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX users_unregistered ON users (created_at) WHERE NOT registered;

-- Logins at outside issuers that open an account.
CREATE TABLE third_party_logins (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX third_party_logins_by_user ON third_party_logins (user_id);

-- Who is logged in. A copy of this table lets nobody in: it holds digests of tokens.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_digest bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The anonymous session that the browser proved when it logged in: its pictures, and no others, may be linked.
  anonymous_session_id uuid,
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_last_use ON sessions (last_seen_at);

-- Links in mails. One a purpose and person: asking again ends the earlier one, using it deletes it.
CREATE TABLE tokens (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'magic', 'invitation')),
  digest bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, purpose)
);

-- Mails to be sent. A link's token is made when its mail is, so none stands here.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  recipient text NOT NULL,
  language text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it is of no use any more.
  expires_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mails_by_due_time ON mails (due_at);
CREATE INDEX mails_by_recipient ON mails (lower(recipient));

-- Token buckets of all processes together. Keys are keyed digests: neither an address nor an e-mail can be read from them.
CREATE UNLOGGED TABLE rate_limits (
  key bytea PRIMARY KEY,
  spent double precision NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_by_age ON rate_limits (updated_at);

-- Third-party logins that were begun and have not come back.
CREATE TABLE third_party_attempts (
  state_digest bytea PRIMARY KEY,
  code_verifier text NOT NULL,
  nonce text NOT NULL,
  type text NOT NULL CHECK (type IN ('login', 'register')),
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX third_party_attempts_by_expiry ON third_party_attempts (expires_at);

-- What is kept of a closed account, for as long as RETENTION_YEARS.account says: that it was there, so that ledger and invoices keep
-- their owner, and keyed digests of its third-party logins, so that one of them does not open a new account unasked.
CREATE TABLE closed_accounts (
  user_id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT now(),
  login_digests bytea[] NOT NULL DEFAULT '{}'
);
CREATE INDEX closed_accounts_by_login ON closed_accounts USING gin (login_digests);
CREATE INDEX closed_accounts_by_age ON closed_accounts (closed_at);
