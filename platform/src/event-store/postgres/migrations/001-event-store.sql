-- The log of everything that happened. Names are qualified: the functions run under whatever search_path their caller has.

-- One row a stream: its lock puts the appends to that stream in a row. The version is updated in place (HOT) at every append.
CREATE TABLE event_store.stream (
  stream_id text PRIMARY KEY,
  version integer NOT NULL
) WITH (fillfactor = 70);

-- Cached numbers would be handed out late, after higher ones were already settled, and readers would miss them.
CREATE SEQUENCE event_store.position AS bigint CACHE 1;

CREATE TABLE event_store.event (
  position bigint PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE,
  stream_id text NOT NULL,
  version integer NOT NULL,
  category text NOT NULL,
  type text NOT NULL,
  schema_version integer NOT NULL,
  -- json, not jsonb: what was recorded stays as it was written, to the byte.
  data json NOT NULL,
  metadata json NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (stream_id, version)
);

CREATE INDEX event_category_position ON event_store.event (category, position);

-- Events are facts. Nobody, the product included, changes or removes one.
CREATE FUNCTION event_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are never changed or removed';
END;
$$;

CREATE TRIGGER events_are_facts BEFORE UPDATE OR DELETE OR TRUNCATE ON event_store.event
  FOR EACH STATEMENT EXECUTE FUNCTION event_store.refuse_change();

-- Appends events after version `expected` (0 = the stream must not exist). Outcomes: 'appended'; 'duplicate', when these very
-- ids already stand at that place; 'conflict'. Call it on its own, in autocommit: the fence is held until the commit.
CREATE FUNCTION event_store.append(
  stream text, expected integer, ids uuid[], types text[], schema_versions integer[], data json[], metadata json[]
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  added CONSTANT integer := cardinality(ids);
  at_place integer;
BEGIN
  -- The fence, shared: writers do not hinder each other. It is taken before a position is drawn and freed after the commit is visible,
  -- so whoever gets it exclusively (settled_position) knows that no drawn position is still to appear.
  PERFORM pg_advisory_xact_lock_shared(1702260340, 1);

  IF expected = 0 THEN
    -- Waits for a rival that is creating the same stream; does nothing if that one commits.
    INSERT INTO event_store.stream (stream_id, version) VALUES (stream, added) ON CONFLICT DO NOTHING;
  ELSE
    UPDATE event_store.stream AS s SET version = expected + added WHERE s.stream_id = stream AND s.version = expected;
  END IF;

  IF NOT FOUND THEN
    SELECT count(*) INTO at_place
    FROM event_store.event AS e
    WHERE e.stream_id = stream AND e.version > expected AND e.version <= expected + added
      AND e.event_id = ids[e.version - expected];
    RETURN CASE WHEN at_place = added THEN 'duplicate' ELSE 'conflict' END;
  END IF;

  -- Positions are drawn while the stream's row is locked: within a stream they rise with the version.
  INSERT INTO event_store.event (position, event_id, stream_id, version, category, type, schema_version, data, metadata)
  SELECT nextval('event_store.position'), ids[n], stream, expected + n, split_part(stream, '-', 1),
         types[n], schema_versions[n], data[n], metadata[n]
  FROM generate_series(1, added) AS n;
  RETURN 'appended';
END;
$$;

-- The position up to which nothing is still to appear, asked by one who knows it to be at least `known`; null when a writer holds
-- on for so long that it cannot be told now: go on with the old position and ask again later. While this waits for the
-- running appends to commit, new ones wait behind it: hence the short limit, and `waited_ms`, for how long it was, so that who asks
-- can leave the writers a rest. Without new events it takes no lock at all.
CREATE FUNCTION event_store.settled_position(known bigint, OUT settled bigint, OUT waited_ms double precision)
LANGUAGE plpgsql SET lock_timeout = '50ms' AS $$
DECLARE
  began CONSTANT timestamptz := clock_timestamp();
BEGIN
  IF NOT EXISTS (SELECT FROM event_store.event AS e WHERE e.position > known) THEN
    settled := known;
    waited_ms := 0;
    RETURN;
  END IF;
  BEGIN
    PERFORM pg_advisory_xact_lock(1702260340, 1);
    -- A statement of its own, so its snapshot is taken after the lock was granted.
    settled := (SELECT max(e.position) FROM event_store.event AS e);
  EXCEPTION WHEN lock_not_available THEN
    settled := NULL;
  END;
  waited_ms := 1000 * extract(epoch FROM clock_timestamp() - began);
END;
$$;
