-- What each member of staff has adjusted, so that the limit of a day holds for requests at once. The ledger has the adjustment itself.
CREATE TABLE adjustment (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  staff_id uuid NOT NULL,
  team_id uuid NOT NULL,
  -- Negative when they were taken away.
  credits integer NOT NULL
);
CREATE INDEX adjustment_by_staff ON adjustment (staff_id, at);
