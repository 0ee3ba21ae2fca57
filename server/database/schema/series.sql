-- Kinds and sources are listed here and in domain/; server/rates/series-tables.test.ts holds the
-- two equal.

-- tt-…: telegraphic transfer, what a bank pays and asks. customs: the rate for duty.
CREATE TABLE rate_kind (kind text PRIMARY KEY CHECK (kind <> ''));
INSERT INTO rate_kind VALUES ('indicative'), ('tt-buying'), ('tt-selling'), ('customs');

CREATE TABLE rate_source (source text PRIMARY KEY CHECK (source <> ''));
INSERT INTO rate_source VALUES ('manual'), ('cbsl'), ('currency-api'), ('sample');

CREATE DOMAIN lkr_rate AS numeric(12, 4) CHECK (VALUE > 0);
-- The days that the product knows (domain/calendar-date.ts).
CREATE DOMAIN rate_day AS date CHECK (VALUE BETWEEN '1900-01-01' AND '2999-12-31');
