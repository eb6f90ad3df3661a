-- What the ledger shows of keys: the name, or the last digits once it is erased.
CREATE VIEW key_name AS
  SELECT key_id, team_id, coalesce(nullif(label, ''), '…' || tail) AS name FROM secret;
