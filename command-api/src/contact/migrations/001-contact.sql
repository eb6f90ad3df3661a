-- What people write can name them, so it is not in the events, where nothing can be erased.
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  form text NOT NULL,
  reason text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  language text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- In the log; a crash may have come between the row and its event.
  recorded boolean NOT NULL DEFAULT false,
  mailed boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX messages_to_mail ON messages (due_at) WHERE NOT mailed;
CREATE INDEX messages_by_age ON messages (received_at);

CREATE TABLE files (
  message_id uuid PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL
);
