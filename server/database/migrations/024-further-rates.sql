-- What the followed feed says of currencies that are none of the product's, for clients of other services alone: no revision, no
-- audit entry, and only the newest days.

CREATE TABLE further_rate (
  feed       text NOT NULL REFERENCES rate_source,
  -- The codes are listed in the code.
  currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  date       rate_day NOT NULL,
  -- So many units are worth so many rupees, both as the feed gave them: their quotient loses nothing.
  rupees     numeric(20, 8) NOT NULL CHECK (rupees > 0),
  units      numeric(20, 8) NOT NULL CHECK (units > 0),
  fetched_at timestamptz NOT NULL,
  PRIMARY KEY (feed, currency, date)
);
