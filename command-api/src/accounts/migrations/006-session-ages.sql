-- Sessions end by the age of their login.
DROP INDEX sessions_by_last_use;
CREATE INDEX sessions_by_age ON sessions (created_at);
