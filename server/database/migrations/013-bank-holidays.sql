-- The bank holidays, and every change of one: nothing is overwritten, and the newest version of a day counts.

CREATE TABLE bank_holiday (
  -- Rises in the order of commits, because whoever writes holds the lock of the rates until then.
  version    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  date       rate_day NOT NULL,
  -- All three null: from now on the day is no bank holiday.
  name       text CHECK (name <> ''),
  scope      text CHECK (scope IN ('bank', 'special')),
  source     text CHECK (source <> ''),
  entered_at timestamptz NOT NULL,
  -- Null: it came with the product.
  entered_by bigint REFERENCES app_user,
  -- The import that entered it, which can be undone.
  batch_id   bigint REFERENCES import_batch,
  CHECK (num_nulls(name, scope, source) IN (0, 3))
);
CREATE INDEX bank_holiday_of_day ON bank_holiday (date, version);
CREATE INDEX bank_holiday_of_batch ON bank_holiday (batch_id);

ALTER TABLE import_batch
  ADD subject text NOT NULL DEFAULT 'rates' CHECK (subject IN ('rates', 'bank holidays'));

CREATE FUNCTION announce_bank_holidays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('bank_holiday', '');
  RETURN NULL;
END $$;
CREATE TRIGGER bank_holiday_announced AFTER INSERT OR UPDATE OR DELETE ON bank_holiday
  FOR EACH STATEMENT EXECUTE FUNCTION announce_bank_holidays();

INSERT INTO bank_holiday (date, name, scope, source, entered_at)
SELECT date, name, 'bank', 'Central Bank of Sri Lanka, Gazette Extraordinary 2438/22', now() FROM (VALUES
  (date '2026-01-03', 'Duruthu Full Moon Poya Day'),
  (date '2026-01-15', 'Tamil Thai Pongal Day'),
  (date '2026-02-01', 'Navam Full Moon Poya Day'),
  (date '2026-02-04', 'Independence Day'),
  (date '2026-02-15', 'Mahasivarathri Day'),
  (date '2026-03-02', 'Medin Full Moon Poya Day'),
  (date '2026-03-21', 'Id-Ul-Fitre (Ramazan Festival Day)'),
  (date '2026-04-01', 'Bak Full Moon Poya Day'),
  (date '2026-04-03', 'Good Friday'),
  (date '2026-04-13', 'Day prior to Sinhala & Tamil New Year Day'),
  (date '2026-04-14', 'Sinhala & Tamil New Year Day'),
  (date '2026-05-01', 'Vesak Full Moon Poya Day / May Day'),
  (date '2026-05-02', 'Day following Vesak Full Moon Poya Day'),
  (date '2026-05-28', 'Id-Ul-Allah (Hadji Festival Day)'),
  (date '2026-05-30', 'Adhi Poson Full Moon Poya Day'),
  (date '2026-06-29', 'Poson Full Moon Poya Day'),
  (date '2026-07-29', 'Esala Full Moon Poya Day'),
  (date '2026-08-26', 'Milad-Un-Nabi (Holy Prophet''s Birthday)'),
  (date '2026-08-27', 'Nikini Full Moon Poya Day'),
  (date '2026-09-26', 'Binara Full Moon Poya Day'),
  (date '2026-10-25', 'Vap Full Moon Poya Day'),
  (date '2026-11-08', 'Deepawali Festival Day'),
  (date '2026-11-24', 'Ill Full Moon Poya Day'),
  (date '2026-12-23', 'Unduwap Full Moon Poya Day'),
  (date '2026-12-25', 'Christmas Day')
) AS list (date, name);
