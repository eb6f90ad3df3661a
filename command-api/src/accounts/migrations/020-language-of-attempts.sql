-- Language of the page that a third-party login began on: a new account gets it.
ALTER TABLE third_party_attempts ADD COLUMN language text;
