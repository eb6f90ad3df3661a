ALTER TABLE status ADD COLUMN categories text[];
