-- Requests with an Idempotency-Key that are being served: one that comes again meanwhile is told so, by whichever process it reaches.
CREATE TABLE under_way (
  -- SHA-256 over the member, the address of the request and its Idempotency-Key.
  id bytea PRIMARY KEY,
  request uuid NOT NULL,
  -- A process that was killed does not take its row away.
  until timestamptz NOT NULL
);
