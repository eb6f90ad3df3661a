-- By what a customer quotes: the number of an invoice, or the end of a card's number and a day.
CREATE TABLE payment (
  invoice_id text PRIMARY KEY,
  team_id uuid NOT NULL,
  number text,
  last4 text,
  at timestamptz NOT NULL
);
CREATE INDEX payment_by_number ON payment (number);
CREATE INDEX payment_by_card ON payment (last4, at);
