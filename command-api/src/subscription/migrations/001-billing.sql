-- Which customer at the payment provider is which team. The log says it too; here it is found by the customer.
CREATE TABLE customer (
  customer_id text PRIMARY KEY,
  team_id uuid NOT NULL UNIQUE,
  -- When it is worth looking at without a hint.
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX customer_by_due ON customer (due_at);

-- Hints of the provider's, each once. Their payload is not kept: it is not believed.
CREATE TABLE inbox (
  id text PRIMARY KEY,
  type text NOT NULL,
  customer_id text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- By a webhook, or by asking for what happened.
  source text NOT NULL CHECK (source IN ('webhook', 'poll')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz
);
CREATE INDEX inbox_open ON inbox (due_at) WHERE done_at IS NULL;

-- Up to when the provider was asked what happened, by its clock.
CREATE TABLE poll (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  asked_until timestamptz NOT NULL
);

-- Keyed digests of cards and devices that had a trial.
CREATE TABLE trial (
  digest bytea PRIMARY KEY,
  team_id uuid NOT NULL
);

-- For invoices; personal, and so not in the log. Kept as long as the invoices have to be.
CREATE TABLE tax_information (
  team_id uuid PRIMARY KEY,
  details jsonb NOT NULL
);
