-- What staff did. Names are unqualified: the runner sets the search_path, so that the same statements fill the schema that serves and
-- the one that a rebuild prepares beside it.
CREATE TABLE entry (
  -- Of the action.
  id uuid PRIMARY KEY,
  occurred_at timestamptz NOT NULL,
  staff_id uuid NOT NULL,
  -- 'look-up', or what was done.
  action text NOT NULL,
  -- By what was looked up; null for all else.
  looked_by text,
  -- Keyed digest of what was typed.
  key_digest text,
  found integer,
  target text,
  reason text
);
CREATE INDEX entry_by_age ON entry (occurred_at, id);
CREATE INDEX entry_by_staff ON entry (staff_id, occurred_at, id);
