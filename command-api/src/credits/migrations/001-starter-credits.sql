-- Since when new teams get starter credits. On an installation that is older, what was proved before gives none.
CREATE TABLE starter_credits (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO starter_credits DEFAULT VALUES;
