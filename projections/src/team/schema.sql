-- Teams, who is in them with which rights, and the facts of accounts. Names are unqualified: the runner sets the search_path, so
-- that the same statements fill the schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE team (
  id uuid PRIMARY KEY,
  -- Version of the stream that the team and its members are the fold of: an event at or below it was already applied.
  version integer NOT NULL CHECK (version > 0),
  created_at timestamptz NOT NULL,
  -- Members may do nothing before they have a second factor.
  requires_second_factor boolean NOT NULL,
  -- Null: at once.
  second_factor_from timestamptz
);

CREATE TABLE member (
  -- The user's id: no user is in two teams.
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'limited', 'collaborator')),
  permissions text[] NOT NULL,
  may_delete_own_account boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('Pending', 'Active', 'Disabled')),
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE INDEX member_by_team ON member (team_id) WHERE removed_at IS NULL;

CREATE TABLE account (
  -- The user's id.
  id uuid PRIMARY KEY,
  version integer NOT NULL CHECK (version > 0),
  is_staff boolean NOT NULL,
  -- What staff may do; none for a person who is not staff.
  staff_roles text[] NOT NULL,
  -- Without one no role of staff opens anything.
  has_second_factor boolean NOT NULL,
  registered_at timestamptz,
  closed_at timestamptz
);
