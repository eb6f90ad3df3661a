-- What read models join with: the only relations of this schema that other workspaces read. Columns are added to them, never changed or
-- taken away, and the tables behind them stay this schema's own affair.

-- People who have an account. One who is missing here has closed theirs.
CREATE VIEW person AS
  SELECT id, team_id, email, first_name, last_name, last_login_at FROM users;

-- Names of pictures' files. One that is missing here was erased with its picture.
CREATE VIEW picture_name AS
  SELECT transaction_id, name FROM file_names;
