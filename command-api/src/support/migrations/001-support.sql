-- Requests that were answered with an error, so that their Error IDs are found for a while. No event tells of them: nothing happened.
CREATE TABLE error_report (
  -- Of the request.
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  code text NOT NULL,
  status integer NOT NULL,
  -- As the contract has it, so without what a person put into the address; null where there is no such route.
  route text,
  -- Id of the user, or digest of the visitor's client id.
  owner text
);
CREATE INDEX error_report_by_age ON error_report (at);
