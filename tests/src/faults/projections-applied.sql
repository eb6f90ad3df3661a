-- Made to betray: no key and no guard, so an event applied twice gives a second row.
CREATE TABLE applied (
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  position bigint NOT NULL,
  stream text NOT NULL,
  version integer NOT NULL,
  process integer NOT NULL
);
