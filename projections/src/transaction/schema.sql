-- One row per picture ("transaction"). Names are unqualified: the runner sets the search_path, so that the same statements
-- fill the schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE transaction (
  id uuid PRIMARY KEY,
  -- Version of the stream this row is the fold of: an event at or below it was already applied.
  version integer NOT NULL CHECK (version > 0),
  status text NOT NULL CHECK (status IN ('PENDING', 'UPLOADED', 'UPLOAD_ERROR')),
  client_key text NOT NULL,
  session_id uuid NOT NULL,
  -- { "original": step, "resized"?: step, "transformed"?: step, "improved"?: step }
  pipeline jsonb NOT NULL,
  error_code text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  expired_at timestamptz
);

-- The three questions of queries.ts; each is only ever asked about pictures that are still there.
CREATE INDEX transaction_by_client ON transaction (client_key, created_at DESC) WHERE deleted_at IS NULL AND expired_at IS NULL;
CREATE INDEX transaction_by_session ON transaction (session_id, created_at DESC) WHERE deleted_at IS NULL AND expired_at IS NULL;
CREATE INDEX transaction_by_age ON transaction (created_at) WHERE deleted_at IS NULL AND expired_at IS NULL;
