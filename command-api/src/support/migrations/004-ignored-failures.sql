-- Groups of failures that staff have looked at and need not see again. The id is that of the group.
CREATE TABLE ignored_failure (
  id text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
