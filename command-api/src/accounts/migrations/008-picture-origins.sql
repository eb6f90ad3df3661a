-- Where a visitor's picture came from, as a keyed digest of the address (an IPv6 network counts as one). Erased with the name of its file.
-- Null for pictures of members, and of uploads from before this was asked.
ALTER TABLE file_names ADD COLUMN origin text;

CREATE INDEX file_names_by_origin ON file_names (origin) WHERE origin IS NOT NULL;

-- Visitors of one address take turns in the queue, and have limits, as one.
CREATE VIEW picture_origin AS
  SELECT transaction_id, origin FROM file_names WHERE origin IS NOT NULL;
