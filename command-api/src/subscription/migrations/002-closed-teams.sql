-- When the team's last member left: from then on it is kept as long as invoices have to be, and no longer.
ALTER TABLE tax_information ADD COLUMN closed_at timestamptz;
CREATE INDEX tax_information_by_closing ON tax_information (closed_at) WHERE closed_at IS NOT NULL;

-- A digest outlives the trial no longer than the invoice that was paid for it.
ALTER TABLE trial ADD COLUMN claimed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX trial_by_age ON trial (claimed_at);
