-- Keyed digest of the network that an account was made from: new teams of one network get starter credits only so many times a day.
ALTER TABLE users ADD COLUMN sign_up_network bytea;
