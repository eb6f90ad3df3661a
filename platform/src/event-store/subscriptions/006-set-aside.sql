-- Events that an operator lets a subscriber pass over, since it can neither apply nor read them. A rebuild passes over them too.
CREATE TABLE set_aside (
  subscriber text NOT NULL,
  event_id uuid NOT NULL,
  -- Where it stands: the events after it in its stream do not count as a gap.
  stream text NOT NULL,
  version integer NOT NULL,
  reason text NOT NULL,
  set_aside_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subscriber, event_id)
);
