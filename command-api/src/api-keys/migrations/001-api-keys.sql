-- What the log must not hold of API keys, and what is counted of their use.
CREATE TABLE secret (
  key_id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  -- In whose name the key acts; the key ends with the membership.
  user_id uuid NOT NULL,
  -- SHA-256 of the key; null as soon as it is revoked, so that no process finds it any more.
  digest bytea UNIQUE,
  -- The last digits of the key.
  tail text NOT NULL,
  -- A person's words.
  label text NOT NULL,
  -- Addresses and networks that it may be used from; none is anywhere.
  networks text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- To the minute: a write for every request would cost more than the request.
  last_used_at timestamptz
);
CREATE INDEX secret_by_user ON secret (user_id);

-- Requests of the current minute, one row a key: all processes count together.
CREATE TABLE minute (
  key_id uuid PRIMARY KEY,
  began_at timestamptz NOT NULL,
  requests integer NOT NULL
);

-- Requests and credits by day of UTC.
CREATE TABLE use_of_day (
  key_id uuid NOT NULL,
  day date NOT NULL,
  requests integer NOT NULL DEFAULT 0,
  credits integer NOT NULL DEFAULT 0,
  -- Pictures that a test key had made.
  test_pictures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (key_id, day)
);

-- One line a request, without bodies.
CREATE TABLE request (
  id uuid PRIMARY KEY,
  key_id uuid NOT NULL,
  team_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  ms integer NOT NULL,
  credits integer NOT NULL
);
CREATE INDEX request_by_team ON request (team_id, at DESC);
CREATE INDEX request_by_time ON request (at);

-- Requests that a client may repeat: the same content of the same key within some minutes means the same picture and the same save.
CREATE TABLE repeated (
  -- SHA-256 over key, content and parameters.
  id bytea PRIMARY KEY,
  token uuid NOT NULL,
  began_at timestamptz NOT NULL
);
CREATE INDEX repeated_by_time ON repeated (began_at);
