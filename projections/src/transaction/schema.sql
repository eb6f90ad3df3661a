-- One row per picture ("transaction"). Names are unqualified: the runner sets the search_path, so that the same statements
-- fill the schema that serves and the one that a rebuild prepares beside it.
CREATE TABLE transaction (
  id uuid PRIMARY KEY,
  -- Version of the stream this row is the fold of: an event at or below it was already applied.
  version integer NOT NULL CHECK (version > 0),
  status text NOT NULL CHECK (status IN ('PENDING', 'UPLOADED', 'UPLOAD_ERROR')),
  -- The owner: a client key while it is anonymous, user and team when it belongs to an account.
  client_key text,
  user_id uuid,
  team_id uuid,
  session_id uuid NOT NULL,
  -- What was chosen to be kept: { "kind": "auto" | "box" | "point", ... }
  subject jsonb NOT NULL,
  -- The bulk upload that it came with.
  batch_id uuid,
  -- The picture that it is another cut-out of, and the name of the model that was chosen for it, if one was.
  forked_from uuid,
  asked_model text,
  -- What it was cut out with, or what saw no subject: { "name", "version", "sha256" }
  model jsonb,
  -- { "original": step, "resized"?: step, "transformed"?: step, "improved"?: step }
  pipeline jsonb NOT NULL,
  -- What HD files are cut out with, and whether it will become better; null while there is no cut-out.
  matte jsonb,
  refinement text CHECK (refinement IN ('open', 'done', 'failed')),
  -- The cut-out is what was most likely meant: the model saw no subject for certain.
  is_guess boolean NOT NULL,
  regions jsonb,
  -- The tree of operations: `EditHistory`.
  edits jsonb NOT NULL,
  -- [ { "opId": uuid, "edited": step } ]
  rendered jsonb NOT NULL,
  -- { background id: blob }
  backgrounds jsonb NOT NULL,
  -- [ save ], oldest first
  saves jsonb NOT NULL,
  error_code text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- { grant: until when the owner had the picture kept for support }, and the latest of them.
  holds jsonb NOT NULL,
  hold_until timestamptz,
  deleted_at timestamptz,
  expired_at timestamptz,
  CHECK ((client_key IS NULL) <> (user_id IS NULL) AND (user_id IS NULL) = (team_id IS NULL))
);

-- The questions of queries.ts; each is only ever asked about pictures that are still there.
CREATE INDEX transaction_by_client ON transaction (client_key, created_at DESC) WHERE deleted_at IS NULL AND expired_at IS NULL;
CREATE INDEX transaction_by_session ON transaction (session_id, created_at DESC)
  WHERE client_key IS NOT NULL AND deleted_at IS NULL AND expired_at IS NULL;
-- With the id, so that what a page skips is counted in the index and not in the table.
CREATE INDEX transaction_by_user ON transaction (user_id, created_at DESC, id) WHERE deleted_at IS NULL AND expired_at IS NULL;
CREATE INDEX transaction_by_age ON transaction (created_at) WHERE deleted_at IS NULL AND expired_at IS NULL;
CREATE INDEX transaction_by_batch ON transaction (batch_id, created_at DESC)
  WHERE batch_id IS NOT NULL AND deleted_at IS NULL AND expired_at IS NULL;
CREATE INDEX transaction_by_origin ON transaction (forked_from)
  WHERE forked_from IS NOT NULL AND deleted_at IS NULL AND expired_at IS NULL;
CREATE INDEX transaction_by_background ON transaction USING gin (backgrounds) WHERE backgrounds <> '{}';
