-- What a team bought once and still has, for lists of support. The log says it too.
CREATE TABLE bought (
  team_id uuid NOT NULL,
  price text NOT NULL,
  PRIMARY KEY (team_id, price)
);
