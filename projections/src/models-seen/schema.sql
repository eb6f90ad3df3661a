-- The models that pictures were cut out with because the installation used them, in the order in which the log tells of them. Names are
-- unqualified: the runner sets the search_path, so that the same statements fill the schema that serves and the one that a rebuild
-- prepares beside it.
CREATE TABLE model (
  sha256 text PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  -- 1 for the first one that was seen.
  ordinal integer NOT NULL UNIQUE,
  first_seen_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  -- It was used last: new pictures get it.
  is_current boolean NOT NULL
);
-- Pictures for which a model was chosen: what they were cut out with says nothing of the installation.
CREATE TABLE chosen (transaction_id uuid PRIMARY KEY);
