-- Names are people's words, so they are not in the events, where nothing can be erased.
CREATE TABLE template (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  name text NOT NULL,
  -- Background, shadow, frame and format: `Template` without its name.
  look jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX template_by_name ON template (team_id, lower(name));
