-- Whether the passkey logs in by itself. After a password reset it is a second factor alone: another person may have added it.
ALTER TABLE passkeys ADD COLUMN logs_in boolean NOT NULL DEFAULT true;
