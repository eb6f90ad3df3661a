-- Who signed up, and where they came from. Names are unqualified: the runner sets the search_path, so that the same statements fill the
-- schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE sign_up (
  user_id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  -- As the account came about: 'password' or 'third-party'.
  by text NOT NULL,
  -- 'direct' until the log says something else.
  source text NOT NULL DEFAULT 'direct',
  medium text NOT NULL DEFAULT 'none',
  campaign text,
  -- What the home page was tried with; null for a person who came by no campaign.
  variant text
);
CREATE INDEX sign_up_by_time ON sign_up (at);
