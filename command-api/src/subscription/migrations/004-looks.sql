-- How many looks at the customer have ended: one that began before another ended may hold an older answer.
ALTER TABLE billing.customer ADD COLUMN looks bigint NOT NULL DEFAULT 0;
