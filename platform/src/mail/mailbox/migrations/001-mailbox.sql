-- Stands in for the mailboxes of all people while mails go nowhere else.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  text text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mails_by_time ON mails (sent_at DESC);
