-- Pictures of batches, for as long as they are there: which one was the last to be done is told from these. Ids and states alone.
CREATE TABLE batch_picture (
  picture_id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The sender of the pictures chooses it, so it names a batch of that user alone.
  batch_id uuid NOT NULL,
  -- open, ready or failed.
  state text NOT NULL DEFAULT 'open',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX batch_picture_by_batch ON batch_picture (user_id, batch_id);
CREATE INDEX batch_picture_by_time ON batch_picture (created_at);
