CREATE SEQUENCE message_sequence;

-- One row a message for as long as its id is remembered, whatever becomes of it: the primary key is what makes publishing an
-- id again a no-op.
CREATE TABLE message (
  topic text NOT NULL,
  id text NOT NULL,
  -- Order of publishing.
  sequence bigint NOT NULL,
  priority integer NOT NULL,
  -- json, not jsonb: kept byte for byte, and text with a zero character in it is stored as well.
  body json NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'dead')),
  -- When an open message can be taken: at the end of its delay, or of the lease of the consumer that has it.
  available_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- Set while a consumer has the message. Random instead of counted up: a crash of the server may undo a claim that was
  -- not on disk yet, and a counter would hand the same number to the next consumer while the first still works.
  token uuid,
  error text,
  published_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (topic, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- `available_at` and `token` stay out of the indexes, so that claims and renewals rewrite no index entry.
CREATE INDEX message_open ON message (topic, priority, sequence) WHERE state = 'open';
CREATE INDEX message_dead ON message (finished_at) WHERE state = 'dead';
CREATE INDEX message_done ON message (finished_at) WHERE state = 'done';
