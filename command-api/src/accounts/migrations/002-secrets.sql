-- Made by the first process that asks, and the same for all of them from then on.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value text NOT NULL
);
