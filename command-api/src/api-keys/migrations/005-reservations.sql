-- Credits counted for a save whose request has not recorded yet whether it was charged. Others settle the rows of a killed process.
CREATE TABLE reserved (
  id uuid PRIMARY KEY,
  key_id uuid NOT NULL,
  team_id uuid NOT NULL,
  save_id uuid NOT NULL,
  -- Correlation of the spend, if there is one.
  request_id uuid NOT NULL,
  day date NOT NULL,
  credits integer NOT NULL,
  began_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reserved_by_time ON reserved (began_at);
