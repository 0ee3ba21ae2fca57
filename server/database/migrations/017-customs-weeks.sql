-- The days of effect of customs rates, with the gazette that says so. Nothing is overwritten: the newest version of a first day counts.

CREATE TABLE customs_week (
  -- Rises in the order of commits, because whoever writes holds the lock of the rates until then.
  version    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_day  rate_day NOT NULL,
  -- All three null: from now on no schedule begins on this day.
  last_day   rate_day CHECK (last_day >= first_day),
  gazette    text CHECK (gazette <> ''),
  document   text CHECK (document ~ '^https?://'),
  entered_at timestamptz NOT NULL,
  entered_by bigint NOT NULL REFERENCES app_user,
  -- The import that entered it, with its rates; null where the schedule was taken back.
  batch_id   bigint REFERENCES import_batch,
  CHECK (num_nulls(last_day, gazette) IN (0, 2) AND (last_day IS NOT NULL OR document IS NULL))
);
CREATE INDEX customs_week_of_day ON customs_week (first_day, version);
CREATE INDEX customs_week_of_batch ON customs_week (batch_id);

ALTER TABLE import_batch
  DROP CONSTRAINT import_batch_subject_check,
  ADD CONSTRAINT import_batch_subject_check CHECK (subject IN ('rates', 'bank holidays', 'customs week'));

CREATE FUNCTION announce_customs_week() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('customs_week', '');
  RETURN NULL;
END $$;
CREATE TRIGGER customs_week_announced AFTER INSERT ON customs_week
  FOR EACH STATEMENT EXECUTE FUNCTION announce_customs_week();
