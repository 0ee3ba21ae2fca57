-- Where the feeds stand.

CREATE TABLE rate_feed_state (
  feed            text PRIMARY KEY REFERENCES rate_source CHECK (feed NOT IN ('manual', 'sample')),
  last_try_at     timestamptz NOT NULL,
  last_success_at timestamptz,
  -- The currencies that were asked for then: of any other, all days are missing.
  currencies      text NOT NULL DEFAULT '',
  -- Why the newest try failed; null after one that did not.
  failure         text,
  -- Tries that failed, or brought nothing new, since the last one that did.
  tries           int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_try_at     timestamptz NOT NULL,
  -- Of a feed that reads pages: what is wrong with them, and in how many runs in a row.
  pages_error     text CHECK (pages_error <> ''),
  pages_failures  int NOT NULL DEFAULT 0 CHECK (pages_failures >= 0),
  -- Of a feed with a path of its own for older days: whether that failed.
  older_missing   boolean NOT NULL DEFAULT false
);

CREATE FUNCTION announce_feed_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('change', '');
  RETURN NULL;
END $$;
CREATE TRIGGER rate_feed_state_announced AFTER INSERT OR UPDATE OR DELETE ON rate_feed_state
  FOR EACH STATEMENT EXECUTE FUNCTION announce_feed_state();
