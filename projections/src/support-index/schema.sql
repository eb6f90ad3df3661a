-- Where support finds what a person names. Names are unqualified: the runner sets the search_path, so that the same statements fill
-- the schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE entry (
  -- What the key is: 'request' (an Error ID), 'picture', 'save', 'file' (a SHA-256), 'team', 'account' or 'message'.
  kind text NOT NULL,
  key text NOT NULL,
  -- The stream that the event stands in.
  stream text NOT NULL,
  -- When it first stood there.
  at timestamptz NOT NULL,
  PRIMARY KEY (key, kind, stream)
);

-- Jobs that failed, one row an event: grouped when they are asked for.
CREATE TABLE failure (
  -- Of the event.
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  code text NOT NULL,
  -- Type of the event.
  event text NOT NULL,
  -- Name and version of the model; null where the event does not say.
  model text,
  picture_id uuid NOT NULL
);
CREATE INDEX failure_by_age ON failure (at);
CREATE INDEX failure_by_group ON failure (code, event, at);
