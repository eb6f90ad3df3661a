-- What a worker has to do in the database, and no more: it takes jobs, gives results, and reads no person, no event and no row of a picture.
-- By the owner of the tables once they are there (`prepare`), in the database of DATABASE_URL, after its superuser has made the role:
--   CREATE ROLE clearcut_worker LOGIN PASSWORD '…';
-- Then give the workers, and them alone, DATABASE_URL=postgres://clearcut_worker@… and its password. It may be run again.
GRANT USAGE ON SCHEMA message_bus TO clearcut_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON message_bus.message TO clearcut_worker;
GRANT USAGE ON SEQUENCE message_bus.message_sequence TO clearcut_worker;

-- The owner of a table is bound by no policy of it: for all other processes nothing changes.
ALTER TABLE message_bus.message ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS worker ON message_bus.message;
-- With Kafka results go by way of `kafka-outbox`, and then a worker may send to every topic.
CREATE POLICY worker ON message_bus.message TO clearcut_worker
  USING (topic IN ('image-jobs', 'image-results', 'replay-jobs', 'replay-results', 'kafka-outbox'));
