-- The span that the message is part of, in the form of W3C Trace Context; NULL where nothing is traced.
ALTER TABLE message ADD COLUMN traceparent text;
