-- How much waited in each queue, minute by minute, for a week: a queue itself knows only how it is now.
CREATE TABLE queue_sample (
  at timestamptz NOT NULL,
  topic text NOT NULL,
  waiting integer NOT NULL,
  dead integer NOT NULL,
  PRIMARY KEY (at, topic)
);
