-- What the installation did, by hour. Names are unqualified: the runner sets the search_path, so that the same statements fill the
-- schema that serves and the one that a rebuild prepares beside it. Sums are right because rows and checkpoint move in one transaction.
CREATE TABLE figure (
  hour timestamptz NOT NULL,
  measure text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (hour, measure)
);
