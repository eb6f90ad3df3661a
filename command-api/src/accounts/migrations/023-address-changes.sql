-- A new address that its owner has not proved yet, one a person. The link's digest is made when its mail is.
CREATE TABLE address_changes (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  digest bytea UNIQUE,
  expires_at timestamptz NOT NULL
);
