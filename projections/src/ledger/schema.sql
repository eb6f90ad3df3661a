-- The ledger of each team's credit pool. Names are unqualified: the runner sets the search_path, so that the same statements
-- fill the schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE pool (
  -- The team's id.
  id uuid PRIMARY KEY,
  -- Version of the stream this row is the fold of: an event at or below it was already applied.
  version integer NOT NULL CHECK (version > 0),
  -- The event of that version, by which a command can tell that this is a fold of its stream and no other.
  event_id uuid NOT NULL,
  balance integer NOT NULL CHECK (balance >= 0)
);

-- One line an event.
CREATE TABLE entry (
  -- Of the event.
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  version integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('granted', 'spent', 'refunded', 'expired', 'clawed_back', 'adjusted')),
  description_type text NOT NULL,
  -- Negative when they left the pool.
  credits integer NOT NULL,
  -- Of the pool, after this line.
  balance integer NOT NULL CHECK (balance >= 0),
  -- Who: a user's id, or the name of an operator's command or a service.
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  transaction_id uuid,
  save_id uuid,
  -- Why credits were granted or expired; for an adjustment, { "reason": text }.
  cause jsonb,
  -- What the line is about, as `ledgerKey` says: commands look here whether they have taken effect before.
  key text NOT NULL,
  -- The API key that acted for the person.
  key_id uuid
);
CREATE UNIQUE INDEX entry_by_version ON entry (team_id, version);
CREATE INDEX entry_by_key ON entry (team_id, key, version);
-- The history filtered by kind or by person; by date it is as good as by version.
CREATE INDEX entry_by_kind ON entry (team_id, kind, version);
CREATE INDEX entry_by_actor ON entry (team_id, actor_id, version);
