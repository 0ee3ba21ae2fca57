-- Of a feed that reads the publisher's own pages: what is wrong with them, and how many runs in a row they could not be used.

ALTER TABLE rate_feed_state
  ADD pages_error text CHECK (pages_error <> ''),
  ADD pages_failures int NOT NULL DEFAULT 0 CHECK (pages_failures >= 0);
