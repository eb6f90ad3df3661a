-- Nothing reads how many observations of a customer have ended: the lock of the team orders them.
ALTER TABLE billing.customer DROP COLUMN looks;
