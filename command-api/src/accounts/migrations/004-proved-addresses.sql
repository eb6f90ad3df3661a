-- When the owner of an address first proved that it is theirs. Null: the address is a claim of the person who typed it.
ALTER TABLE users ADD COLUMN email_verified_at timestamptz;
-- Accepting an invitation took the link from a mail to that address.
UPDATE users SET email_verified_at = created_at WHERE registered_by = 'invitation' AND password_hash IS NOT NULL;

-- A pending invitation does not take the address: its owner can sign up alone, and several teams can invite them.
DROP INDEX users_by_email;
CREATE UNIQUE INDEX users_by_email ON users (lower(email))
  WHERE registered_by <> 'invitation' OR email_verified_at IS NOT NULL;
CREATE UNIQUE INDEX invitations_by_team ON users (team_id, lower(email))
  WHERE registered_by = 'invitation' AND email_verified_at IS NULL;

ALTER TABLE tokens DROP CONSTRAINT tokens_purpose_check;
ALTER TABLE tokens ADD CONSTRAINT tokens_purpose_check CHECK (purpose IN ('reset', 'magic', 'invitation', 'proof'));

-- The account that a mail is about. An address alone does not tell: it can have an account and invitations of several teams.
ALTER TABLE mails ADD COLUMN user_id uuid REFERENCES users ON DELETE CASCADE;
