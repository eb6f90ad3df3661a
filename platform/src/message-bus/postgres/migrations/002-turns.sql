-- Whom a message is for, where groups of one priority are served in turns; '' for nobody in particular.
ALTER TABLE message ADD COLUMN group_id text NOT NULL DEFAULT '';

-- Smaller turns of one priority are served first. What is open already keeps its order among itself: all of it has the same turn.
ALTER TABLE message ADD COLUMN turn bigint NOT NULL DEFAULT 0;

DROP INDEX message_open;
CREATE INDEX message_open ON message (topic, priority, turn, sequence) WHERE state = 'open';
-- A group's last turn, by `-turn`: asked for in that order, no plan can go through all groups of `message_open` instead.
CREATE INDEX message_group ON message (topic, priority, group_id, (-turn)) WHERE state = 'open' AND group_id <> '';
