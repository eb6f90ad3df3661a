-- What the stand-in for Stripe keeps. It is there to be tried and tested: nothing of it is personal, and all of it may be deleted.

-- One row: how far its clock is ahead of ours, and what becomes of its webhooks.
CREATE TABLE state (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  ahead_seconds bigint NOT NULL DEFAULT 0,
  webhooks text NOT NULL DEFAULT 'deliver' CHECK (webhooks IN ('deliver', 'lose', 'repeat', 'reverse')),
  catalogue jsonb NOT NULL DEFAULT '{"prices": [], "products": [], "endpoints": [], "portals": []}'
);
INSERT INTO state DEFAULT VALUES;

-- A customer with all that is theirs.
CREATE TABLE account (
  id text PRIMARY KEY,
  document jsonb NOT NULL,
  -- When the next thing happens to it, by the stand-in's clock; null when nothing will.
  due_at bigint
);
CREATE INDEX account_by_due ON account (due_at);

CREATE TABLE event (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  type text NOT NULL,
  created bigint NOT NULL,
  object jsonb NOT NULL
);

-- Answers by Idempotency-Key.
CREATE TABLE answer (
  key text PRIMARY KEY,
  request text NOT NULL,
  status integer NOT NULL,
  body jsonb NOT NULL
);

-- Events still to be sent to a webhook.
CREATE TABLE delivery (
  event_id text NOT NULL,
  url text NOT NULL,
  copy integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, url, copy)
);
