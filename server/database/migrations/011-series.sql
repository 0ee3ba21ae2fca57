-- What a rate belongs to: a currency, a kind and a source. Each is listed once here and once in domain/, and
-- server/rates/series-tables.test.ts holds the two equal.

CREATE TABLE currency (currency text PRIMARY KEY CHECK (currency ~ '^[A-Z]{3}$'));
INSERT INTO currency VALUES ('USD'), ('AUD'), ('CAD'), ('GBP');

CREATE TABLE rate_kind (kind text PRIMARY KEY CHECK (kind <> ''));
INSERT INTO rate_kind VALUES ('indicative');

CREATE TABLE rate_source (source text PRIMARY KEY CHECK (source <> ''));
INSERT INTO rate_source VALUES ('manual'), ('cbsl'), ('currency-api'), ('sample');

ALTER TABLE audit_entry
  DROP CONSTRAINT audit_entry_currency_check,
  ADD FOREIGN KEY (currency) REFERENCES currency;

-- A row that names no kind is of the kind that every rate had before there were kinds.
ALTER TABLE manual_rate
  ALTER currency TYPE text,
  ADD FOREIGN KEY (currency) REFERENCES currency,
  ADD kind text NOT NULL DEFAULT 'indicative' REFERENCES rate_kind;
DROP INDEX manual_rate_one_live;
CREATE UNIQUE INDEX manual_rate_one_live ON manual_rate (currency, kind, date) WHERE deleted_at IS NULL;

ALTER TABLE published_rate
  ALTER currency TYPE text,
  ADD FOREIGN KEY (currency) REFERENCES currency,
  ADD kind text NOT NULL DEFAULT 'indicative' REFERENCES rate_kind,
  DROP CONSTRAINT published_rate_source_check,
  ADD CHECK (source <> 'manual'),
  ADD FOREIGN KEY (source) REFERENCES rate_source,
  DROP CONSTRAINT published_rate_pkey,
  ADD PRIMARY KEY (source, currency, kind, date);

ALTER TABLE rate_revision
  ALTER currency TYPE text,
  ADD FOREIGN KEY (currency) REFERENCES currency,
  ADD kind text NOT NULL DEFAULT 'indicative' REFERENCES rate_kind,
  DROP CONSTRAINT rate_revision_source_check,
  ADD FOREIGN KEY (source) REFERENCES rate_source;
DROP INDEX rate_revision_of_day;
CREATE INDEX rate_revision_of_day ON rate_revision (currency, kind, date, version);

ALTER TABLE rate_feed_state
  DROP CONSTRAINT rate_feed_state_feed_check,
  ADD CHECK (feed NOT IN ('manual', 'sample')),
  ADD FOREIGN KEY (feed) REFERENCES rate_source;

DROP DOMAIN priced_currency;

CREATE OR REPLACE FUNCTION revise_manual_rate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_rates();
  IF TG_OP = 'INSERT' THEN
    INSERT INTO rate_revision (currency, kind, date, source, rate, at, user_id, reason)
    SELECT currency, kind, date, 'manual', rate, updated_at, updated_by, rate_change_reason()
    FROM new_rows WHERE deleted_at IS NULL ORDER BY id;
  ELSIF TG_OP = 'UPDATE' THEN
    IF EXISTS (SELECT FROM old_rows FULL JOIN new_rows USING (id, currency, kind, date) WHERE old_rows.rate IS NULL OR new_rows.rate IS NULL) THEN
      RAISE EXCEPTION 'an entry keeps its currency, its kind and its day' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO rate_revision (currency, kind, date, source, rate, at, user_id, reason)
    SELECT n.currency, n.kind, n.date, 'manual', CASE WHEN n.deleted_at IS NULL THEN n.rate END,
      coalesce(n.deleted_at, n.updated_at),
      CASE WHEN n.deleted_at IS NULL THEN n.updated_by ELSE n.deleted_by END, rate_change_reason()
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE (o.deleted_at IS NULL) <> (n.deleted_at IS NULL) OR (n.deleted_at IS NULL AND o.rate <> n.rate)
    ORDER BY n.id;
  ELSE
    INSERT INTO rate_revision (currency, kind, date, source, at, reason)
    SELECT currency, kind, date, 'manual', rate_change_at(), rate_change_reason()
    FROM old_rows WHERE deleted_at IS NULL ORDER BY id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION revise_published_rate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_rates();
  IF TG_OP = 'INSERT' THEN
    INSERT INTO rate_revision (currency, kind, date, source, rate, at, reason)
    SELECT currency, kind, date, source, rate, fetched_at, rate_change_reason() FROM new_rows ORDER BY date, currency, kind;
  ELSIF TG_OP = 'UPDATE' THEN
    IF EXISTS (SELECT FROM old_rows FULL JOIN new_rows USING (source, currency, kind, date) WHERE old_rows.rate IS NULL OR new_rows.rate IS NULL) THEN
      RAISE EXCEPTION 'a published rate keeps its source, currency, kind and day' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO rate_revision (currency, kind, date, source, rate, at, reason)
    SELECT n.currency, n.kind, n.date, n.source, n.rate, n.fetched_at, rate_change_reason()
    FROM new_rows n JOIN old_rows o USING (source, currency, kind, date) WHERE o.rate <> n.rate
    ORDER BY n.date, n.currency, n.kind;
  ELSE
    INSERT INTO rate_revision (currency, kind, date, source, at, reason)
    SELECT currency, kind, date, source, rate_change_at(), rate_change_reason() FROM old_rows ORDER BY date, currency, kind;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION announce_rate_revisions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first_version bigint;
  last_version  bigint;
  few           jsonb;
BEGIN
  SELECT min(version), max(version) INTO first_version, last_version FROM new_rows;
  IF first_version IS NULL THEN RETURN NULL; END IF;
  -- A payload may have 8000 bytes; a row takes about 75.
  IF (SELECT count(*) FROM new_rows) <= 60 THEN
    SELECT jsonb_agg(jsonb_build_array(version, currency, kind, date, source, rate) ORDER BY version) INTO few FROM new_rows;
  END IF;
  PERFORM pg_notify('rate_change', jsonb_build_object(
    'after', (SELECT coalesce(max(version), 0) FROM rate_revision WHERE version < first_version),
    'to', last_version,
    'rows', few)::text);
  RETURN NULL;
END $$;
