-- Pictures that the sender ticked.
ALTER TABLE messages ADD COLUMN pictures uuid[] NOT NULL DEFAULT '{}';
