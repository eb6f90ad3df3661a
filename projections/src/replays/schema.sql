-- Replays of pictures. Names are unqualified: the runner sets the search_path, so that the same statements fill the schema that serves and
-- the one that a rebuild prepares beside it.
CREATE TABLE replay (
  id uuid PRIMARY KEY,
  transaction_id uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  -- What was asked for: see `ReplayRequested`.
  through_version integer NOT NULL,
  mode text NOT NULL,
  versions jsonb NOT NULL,
  staff_id uuid NOT NULL,
  reason text NOT NULL,
  -- 'running', 'finished' or 'failed'.
  state text NOT NULL,
  verdict text,
  -- Whether the files that it kept to be looked at are gone.
  is_cleared boolean NOT NULL
);
CREATE INDEX replay_by_picture ON replay (transaction_id, requested_at);
CREATE INDEX replay_with_files ON replay (requested_at) WHERE NOT is_cleared;
