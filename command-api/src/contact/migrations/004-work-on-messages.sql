-- Who of the staff takes care of a message, and since when it needs no more.
ALTER TABLE messages ADD COLUMN assigned_to uuid, ADD COLUMN closed_at timestamptz;
