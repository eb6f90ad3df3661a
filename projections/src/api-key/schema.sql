-- API keys: whose they are and what they may do. Names are unqualified: the runner sets the search_path, so that the same statements fill the
-- schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  -- Version of the stream that the row is the fold of: an event at or below it was already applied.
  version integer NOT NULL CHECK (version > 0),
  team_id uuid NOT NULL,
  created_by uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  scopes text[] NOT NULL,
  limits jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  -- By itself, or because another key took its place; null for one that does not end.
  ends_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_key_by_team ON api_key (team_id) WHERE revoked_at IS NULL;
