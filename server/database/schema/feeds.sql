CREATE TABLE rate_feed_state (
  feed            text PRIMARY KEY REFERENCES rate_source CHECK (feed NOT IN ('manual', 'sample')),
  last_try_at     timestamptz NOT NULL,
  last_success_at timestamptz,
  next_try_at     timestamptz NOT NULL,
  -- Currencies of the last success.
  currencies      text NOT NULL DEFAULT '',
  failure         text,
  -- Figures of the last run that were refused or are of a weekend, in sentences.
  refused         text CHECK (refused <> ''),
  -- Why the publisher's pages could not be read, and if another path stood in for them.
  publisher_error text CHECK (publisher_error <> ''),
  stood_in_for    boolean NOT NULL DEFAULT false
);

-- A feed's newest answer for a day, with or without a rate. Final: after the day's last run. A day
-- with a refused figure is not asked for again, but counts as not received.
CREATE TABLE feed_answer (
  feed     text REFERENCES rate_source,
  kind     text REFERENCES rate_kind,
  date     date,
  is_final boolean NOT NULL,
  refused  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (feed, kind, date)
);

-- Requests to a publisher on its newest day in Colombo.
CREATE TABLE feed_request (
  publisher text PRIMARY KEY CHECK (publisher <> ''),
  date      date NOT NULL,
  requests  int NOT NULL CHECK (requests > 0)
);

CREATE FUNCTION announce_feed_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('change', '');
  RETURN NULL;
END $$;
CREATE TRIGGER rate_feed_state_announced AFTER INSERT OR UPDATE OR DELETE ON rate_feed_state
  FOR EACH STATEMENT EXECUTE FUNCTION announce_feed_state();
