-- Where the feeds stand, and what one says of currencies that are none of the product's.

CREATE TABLE rate_feed_state (
  feed            text PRIMARY KEY REFERENCES rate_source CHECK (feed NOT IN ('manual', 'sample')),
  last_try_at     timestamptz NOT NULL,
  last_success_at timestamptz,
  -- Why the newest try failed; null after one that did not.
  failure         text,
  -- Tries that failed, or brought nothing new, since the last one that did.
  tries           int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_try_at     timestamptz NOT NULL,
  -- Of a feed that reads the publisher's own pages: what is wrong with them, and how many runs in a
  -- row they could not be used.
  pages_error     text CHECK (pages_error <> ''),
  pages_failures  int NOT NULL DEFAULT 0 CHECK (pages_failures >= 0),
  -- Of a feed whose older days come by a path of their own: whether it failed, so that the next run
  -- tries it as well.
  older_missing   boolean NOT NULL DEFAULT false
);

CREATE FUNCTION announce_feed_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('change', '');
  RETURN NULL;
END $$;
CREATE TRIGGER rate_feed_state_announced AFTER INSERT OR UPDATE OR DELETE ON rate_feed_state
  FOR EACH STATEMENT EXECUTE FUNCTION announce_feed_state();

-- For clients of other services alone: no history, no audit entry, and only the newest days.
CREATE TABLE further_rate (
  feed       text NOT NULL REFERENCES rate_source,
  -- The codes are listed in the code.
  currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  date       rate_day NOT NULL,
  -- So many units are worth so many rupees, both as the feed gave them: their quotient loses
  -- nothing.
  rupees     numeric(20, 8) NOT NULL CHECK (rupees > 0),
  units      numeric(20, 8) NOT NULL CHECK (units > 0),
  fetched_at timestamptz NOT NULL,
  PRIMARY KEY (feed, currency, date)
);
