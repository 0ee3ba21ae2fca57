-- Periods as they were when they were sealed. A correction that comes later changes the rates, and nothing here.
CREATE TABLE period_seal (
  -- Rises in the order of commits: whoever seals holds the lock of the rates until then.
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency          text NOT NULL REFERENCES currency,
  kind              text NOT NULL REFERENCES rate_kind,
  unit              text NOT NULL CHECK (unit IN ('month', 'quarter', 'year', 'tax-year')),
  first_day         rate_day NOT NULL,
  last_day          rate_day NOT NULL CHECK (last_day > first_day),
  opening           lkr_rate,
  opening_date      rate_day,
  closing           lkr_rate NOT NULL,
  closing_date      rate_day NOT NULL,
  average_published lkr_rate NOT NULL,
  published_days    int NOT NULL CHECK (published_days > 0),
  average_calendar  lkr_rate NOT NULL,
  calendar_days     int NOT NULL CHECK (calendar_days >= published_days),
  min               lkr_rate NOT NULL,
  min_date          rate_day NOT NULL,
  max               lkr_rate NOT NULL CHECK (max >= min),
  max_date          rate_day NOT NULL,
  -- The newest change of a rate that there was: the figures are made of the rates as of then.
  rate_version      bigint NOT NULL CHECK (rate_version > 0),
  sealed_at         timestamptz NOT NULL,
  -- Its own entry, which was the head of the chain, with its hash.
  audit_entry       bigint NOT NULL REFERENCES audit_entry,
  audit_hash        bytea NOT NULL CHECK (octet_length(audit_hash) = 32),
  CHECK ((opening IS NULL) = (opening_date IS NULL)),
  UNIQUE (currency, kind, unit, first_day)
);

CREATE FUNCTION refuse_seal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a sealed period does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE FUNCTION announce_period_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('period_seal', '');
  RETURN NULL;
END $$;
CREATE TRIGGER period_seal_announced AFTER INSERT ON period_seal
  FOR EACH STATEMENT EXECUTE FUNCTION announce_period_seal();
CREATE TRIGGER period_seal_no_change BEFORE UPDATE OR DELETE ON period_seal FOR EACH ROW EXECUTE FUNCTION refuse_seal_change();
CREATE TRIGGER period_seal_no_truncate BEFORE TRUNCATE ON period_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_seal_change();
ALTER TABLE period_seal ENABLE ALWAYS TRIGGER period_seal_no_change;
ALTER TABLE period_seal ENABLE ALWAYS TRIGGER period_seal_no_truncate;
