-- A subscriber that waits for a server has met no bad event: those who look after the product have to act on the one, not on the other.
ALTER TABLE status DROP CONSTRAINT status_state_check;
ALTER TABLE status ADD CONSTRAINT status_state_check CHECK (state IN ('running', 'standby', 'waiting', 'halted'));
