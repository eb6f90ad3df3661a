-- Amounts, dates and plans that a mail about payments tells. Nothing of them is personal.
ALTER TABLE mails ADD COLUMN facts jsonb NOT NULL DEFAULT '{}';
