-- Refused payments of the last day, which limit further tries: cards are tested with small payments.
CREATE TABLE refusal (
  team_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX refusal_by_team ON refusal (team_id, at);
