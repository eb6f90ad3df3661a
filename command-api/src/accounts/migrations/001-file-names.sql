-- File names can name people, so they are not in the events, where nothing can be erased.
CREATE TABLE file_names (
  transaction_id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX file_names_by_age ON file_names (created_at);
