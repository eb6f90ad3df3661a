-- By which campaign a visitor came. It can be put together with other records of the visitor, so it is not in the log.
CREATE TABLE landings (
  visitor_id uuid PRIMARY KEY,
  landed_at timestamptz NOT NULL,
  -- Of the page that they came to, without its parameters.
  path text NOT NULL,
  -- Of the page that led here, without its parameters; null where the browser did not say.
  referrer text,
  -- Of the campaign, those that may be kept.
  parameters jsonb NOT NULL,
  source text NOT NULL,
  medium text NOT NULL,
  campaign text,
  variant text NOT NULL,
  -- Of the account that the visitor signed up for; null before.
  user_id uuid UNIQUE
);
CREATE INDEX landings_by_age ON landings (landed_at);
