-- Who asked for the last change: a hint of the provider's may be looked at before the call that caused it returns.
ALTER TABLE customer ADD COLUMN asked_by uuid;
ALTER TABLE customer ADD COLUMN asked_at timestamptz;
