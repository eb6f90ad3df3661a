-- Who may look at pictures and who did: a row an event of the streams `supportAccess`. Names are unqualified: the runner sets the
-- search_path, so that the same statements fill the schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE entry (
  -- Of the event.
  id uuid PRIMARY KEY,
  occurred_at timestamptz NOT NULL,
  type text NOT NULL CHECK (type IN ('granted', 'withdrawn', 'break-glass', 'seen')),
  transaction_id uuid NOT NULL,
  grant_id uuid NOT NULL,
  -- Whose the picture is; null for a withdrawal, which is found by its grant.
  client_key text,
  session_id uuid,
  user_id uuid,
  until timestamptz,
  hold_until timestamptz,
  staff_id uuid,
  -- Of a break-glass: the class of the reason, and its words.
  reason text,
  text text,
  -- Of a sight: the field by which the picture's events name the file.
  file text
);
CREATE INDEX entry_by_picture ON entry (transaction_id, occurred_at);
CREATE INDEX entry_by_grant ON entry (grant_id);
CREATE INDEX entry_by_user ON entry (user_id, occurred_at) WHERE user_id IS NOT NULL;
CREATE INDEX entry_by_client ON entry (client_key, occurred_at) WHERE client_key IS NOT NULL;
CREATE INDEX entry_by_session ON entry (session_id, occurred_at) WHERE client_key IS NOT NULL;
