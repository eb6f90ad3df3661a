-- Which visitor is on the way to a third party, for whose sign-up their landing counts.
ALTER TABLE third_party_attempts ADD COLUMN visitor_id text;
