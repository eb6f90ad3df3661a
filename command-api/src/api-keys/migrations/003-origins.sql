-- Pages that may use the key from a browser.
ALTER TABLE secret ADD COLUMN origins text[] NOT NULL DEFAULT '{}';
