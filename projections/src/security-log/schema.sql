-- What happened to the security of each team. Names are unqualified: the runner sets the search_path, so that the same statements fill
-- the schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE entry (
  -- Of the event.
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  kind text NOT NULL,
  -- The person whom it is about; null when it is about the team.
  user_id uuid,
  -- Who: a user's id, or the name of an operator's command or a service.
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  detail text,
  -- The picture that staff opened.
  picture_id uuid
);
CREATE INDEX entry_by_age ON entry (team_id, occurred_at, id);

-- The team of each account and API key, as the first event about them said it: later events do not say it.
CREATE TABLE team_of (
  -- Of the user or the key.
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL
);
