-- An address that one upload named: it receives what happens to that picture, signed with a secret of the key that sent it.
ALTER TABLE endpoint ADD COLUMN picture_id uuid UNIQUE, ADD COLUMN key_id uuid;
