-- Where teams are told what happens, and what they are told. Whether an endpoint is enabled, and its types, stand in the log.
CREATE TABLE endpoint (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  -- A person's words, and perhaps a secret of the receiver's: erased with the endpoint.
  url text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Since when no message was taken; null where the last one was.
  failing_since timestamptz
);
CREATE INDEX endpoint_by_team ON endpoint (team_id);

CREATE TABLE message (
  -- The header `webhook-id`: derives from event and endpoint, so a repeat is no second message.
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES endpoint ON DELETE CASCADE,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  -- The picture that it is about: messages of one picture are sent in order. Null where there is no order to keep.
  subject text,
  -- As it is signed and sent, each time.
  body text NOT NULL,
  -- waiting, delivered or failed.
  status text NOT NULL DEFAULT 'waiting',
  -- Tries so far, and how many of them have failed since it was last sent on purpose.
  tries integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  -- The last try that the bus was given.
  published integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX message_due ON message (due_at) WHERE status = 'waiting';
CREATE INDEX message_in_turn ON message (endpoint_id, subject, sequence) WHERE status = 'waiting';
CREATE INDEX message_by_endpoint ON message (endpoint_id, sequence DESC);
CREATE INDEX message_by_time ON message (created_at);

CREATE TABLE try (
  message_id uuid NOT NULL REFERENCES message ON DELETE CASCADE,
  nth integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- Of the answer; null where there was none.
  status integer,
  ms integer NOT NULL,
  error text,
  PRIMARY KEY (message_id, nth)
);
