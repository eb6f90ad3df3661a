-- What staff answered, erased with the message. The staff log keeps who answered which message, and no word of it.
CREATE TABLE answers (
  -- Chosen by the page that sends it, so that a repeat is none.
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  staff_id uuid NOT NULL,
  text text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  mailed boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX answers_of_message ON answers (message_id, at);
CREATE INDEX answers_to_mail ON answers (due_at) WHERE NOT mailed;
