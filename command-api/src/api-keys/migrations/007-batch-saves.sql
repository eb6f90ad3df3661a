-- First saves of a batch with an Idempotency-Key: a repeat must charge for no picture that came later, nor for one that was refused.
CREATE TABLE batch_save (
  -- SHA-256 over the member, the address of the request and its Idempotency-Key.
  id bytea PRIMARY KEY,
  settings text NOT NULL,
  pictures uuid[] NOT NULL,
  -- By picture, as answered; null before there is one.
  errors jsonb,
  began_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX batch_save_by_time ON batch_save (began_at);
