-- The same as in domain/, which server/rates/history.test.ts checks.

-- tt: telegraphic transfer, at a bank. customs: for duty.
CREATE TABLE rate_kind (kind text PRIMARY KEY CHECK (kind <> ''));
INSERT INTO rate_kind VALUES ('indicative'), ('tt-buying'), ('tt-selling'), ('customs');

CREATE TABLE rate_source (source text PRIMARY KEY CHECK (source <> ''));
INSERT INTO rate_source VALUES ('manual'), ('cbsl'), ('currency-api'), ('sample');

CREATE DOMAIN lkr_rate AS numeric(12, 4) CHECK (VALUE > 0);
-- domain/calendar-date.ts has the same range.
CREATE DOMAIN rate_day AS date CHECK (VALUE BETWEEN '1900-01-01' AND '2999-12-31');
