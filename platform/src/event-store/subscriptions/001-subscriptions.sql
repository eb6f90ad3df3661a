-- How each subscriber fares, for people and health checks. `position` is the last one it has applied.
CREATE TABLE status (
  name text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('running', 'standby', 'halted')),
  position text,
  error text,
  -- A running or halted subscriber renews it every few seconds: an old one means that nobody works.
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Checkpoints of subscribers that fill no tables; those of read models stand beside their tables.
CREATE TABLE checkpoint (
  name text PRIMARY KEY,
  position text NOT NULL
);
