-- A subscriber that stays at one position while events wait for it.
ALTER TABLE status DROP CONSTRAINT status_state_check;
ALTER TABLE status ADD CONSTRAINT status_state_check CHECK (state IN ('running', 'standby', 'waiting', 'stalled', 'halted'));
-- When the first event was recorded that waits for it. Null: none does.
ALTER TABLE status ADD COLUMN behind_since timestamptz;
