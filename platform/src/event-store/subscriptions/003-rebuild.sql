-- Read models that can be rebuilt on request, and how far the last rebuild of each is.
CREATE TABLE rebuild (
  -- Of the read model, which is that of its subscriber.
  name text PRIMARY KEY,
  -- Null: never asked for.
  requested_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- Applied so far.
  events bigint NOT NULL DEFAULT 0,
  -- Why it could not be done.
  error text
);
