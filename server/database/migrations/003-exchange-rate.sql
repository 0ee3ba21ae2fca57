-- Rates: what people entered, what feeds published, and every change of either, in the order in which they took effect.

CREATE DOMAIN priced_currency AS text CHECK (VALUE IN ('USD', 'AUD', 'CAD', 'GBP'));
CREATE DOMAIN lkr_rate AS numeric(12, 4) CHECK (VALUE > 0);
-- The days that the product knows (domain/calendar-date.ts).
CREATE DOMAIN rate_day AS date CHECK (VALUE BETWEEN '1900-01-01' AND '2999-12-31');

CREATE TABLE manual_rate (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency   priced_currency NOT NULL,
  date       rate_day NOT NULL,
  rate       lkr_rate NOT NULL,
  created_at timestamptz NOT NULL,
  created_by bigint NOT NULL REFERENCES app_user,
  -- The last time that the rate was entered, replaced or restored, and by whom.
  updated_at timestamptz NOT NULL,
  updated_by bigint NOT NULL REFERENCES app_user,
  deleted_at timestamptz,
  deleted_by bigint REFERENCES app_user,
  CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
);
CREATE UNIQUE INDEX manual_rate_one_live ON manual_rate (currency, date) WHERE deleted_at IS NULL;
CREATE INDEX manual_rate_recent ON manual_rate (updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX manual_rate_by_day ON manual_rate (date, id);
CREATE INDEX manual_rate_deleted ON manual_rate (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

CREATE TABLE published_rate (
  source     text NOT NULL CHECK (source IN ('cbsl', 'currency-api', 'sample')),
  currency   priced_currency NOT NULL,
  date       rate_day NOT NULL,
  rate       lkr_rate NOT NULL,
  -- When this value first came; a value that came again unchanged keeps it.
  fetched_at timestamptz NOT NULL,
  PRIMARY KEY (source, currency, date)
);

CREATE TABLE rate_revision (
  -- Rises in the order of commits, because whoever writes rates holds one lock until then; a rollback leaves a hole.
  version  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency priced_currency NOT NULL,
  date     rate_day NOT NULL,
  source   text NOT NULL CHECK (source IN ('manual', 'cbsl', 'currency-api', 'sample')),
  -- Null: from now on this source has none for the day.
  rate     lkr_rate,
  at       timestamptz NOT NULL,
  user_id  bigint REFERENCES app_user,
  reason   text
);
CREATE INDEX rate_revision_of_day ON rate_revision (currency, date, version);

CREATE TABLE rate_feed_state (
  feed            text PRIMARY KEY CHECK (feed IN ('cbsl', 'currency-api')),
  last_try_at     timestamptz NOT NULL,
  last_success_at timestamptz,
  -- Why the newest try failed; null after one that did not.
  failure         text,
  -- Tries that failed, or brought nothing new, since the last one that did.
  tries           int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_try_at     timestamptz NOT NULL
);

-- Entries that came in one press, so that one press undoes them.
CREATE TABLE import_batch (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by bigint NOT NULL REFERENCES app_user,
  undone_at  timestamptz,
  undone_by  bigint REFERENCES app_user,
  CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE TABLE import_batch_row (
  batch_id       bigint NOT NULL REFERENCES import_batch,
  manual_rate_id bigint NOT NULL REFERENCES manual_rate,
  rate           lkr_rate NOT NULL,
  -- What the entry said before; null where the batch made it.
  previous_rate  lkr_rate,
  PRIMARY KEY (batch_id, manual_rate_id)
);

-- One writer of rates at a time, from here to the end of its transaction. Taken first, so that nobody waits crosswise.
CREATE FUNCTION lock_rates() RETURNS void LANGUAGE sql
RETURN pg_advisory_xact_lock(7236003);

-- The instant and the reason of a change that its row does not say: set for the transaction by the server.
CREATE FUNCTION rate_change_at() RETURNS timestamptz LANGUAGE sql STABLE
RETURN coalesce(nullif(current_setting('rupee.at', true), '')::timestamptz, clock_timestamp());
CREATE FUNCTION rate_change_reason() RETURNS text LANGUAGE sql STABLE
RETURN nullif(current_setting('rupee.reason', true), '');

-- With their owner's rights: the server's role may read the revisions and cannot write them otherwise.
CREATE FUNCTION revise_manual_rate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_rates();
  IF TG_OP = 'INSERT' THEN
    INSERT INTO rate_revision (currency, date, source, rate, at, user_id, reason)
    SELECT currency, date, 'manual', rate, updated_at, updated_by, rate_change_reason()
    FROM new_rows WHERE deleted_at IS NULL ORDER BY id;
  ELSIF TG_OP = 'UPDATE' THEN
    IF EXISTS (SELECT FROM old_rows FULL JOIN new_rows USING (id, currency, date) WHERE old_rows.rate IS NULL OR new_rows.rate IS NULL) THEN
      RAISE EXCEPTION 'an entry keeps its currency and its day' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO rate_revision (currency, date, source, rate, at, user_id, reason)
    SELECT n.currency, n.date, 'manual', CASE WHEN n.deleted_at IS NULL THEN n.rate END,
      coalesce(n.deleted_at, n.updated_at), coalesce(n.deleted_by, n.updated_by), rate_change_reason()
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE (o.deleted_at IS NULL) <> (n.deleted_at IS NULL) OR (n.deleted_at IS NULL AND o.rate <> n.rate)
    ORDER BY n.id;
  ELSE
    INSERT INTO rate_revision (currency, date, source, at, reason)
    SELECT currency, date, 'manual', rate_change_at(), rate_change_reason()
    FROM old_rows WHERE deleted_at IS NULL ORDER BY id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION revise_published_rate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_rates();
  IF TG_OP = 'INSERT' THEN
    INSERT INTO rate_revision (currency, date, source, rate, at, reason)
    SELECT currency, date, source, rate, fetched_at, rate_change_reason() FROM new_rows ORDER BY date, currency;
  ELSIF TG_OP = 'UPDATE' THEN
    IF EXISTS (SELECT FROM old_rows FULL JOIN new_rows USING (source, currency, date) WHERE old_rows.rate IS NULL OR new_rows.rate IS NULL) THEN
      RAISE EXCEPTION 'a published rate keeps its source, currency and day' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO rate_revision (currency, date, source, rate, at, reason)
    SELECT n.currency, n.date, n.source, n.rate, n.fetched_at, rate_change_reason()
    FROM new_rows n JOIN old_rows o USING (source, currency, date) WHERE o.rate <> n.rate ORDER BY n.date, n.currency;
  ELSE
    INSERT INTO rate_revision (currency, date, source, at, reason)
    SELECT currency, date, source, rate_change_at(), rate_change_reason() FROM old_rows ORDER BY date, currency;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_rate_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rates are not truncated: their history would not know' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE FUNCTION refuse_revision_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the history of rates is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

-- Tells every process: which versions came after which, and where they are few, what they are.
CREATE FUNCTION announce_rate_revisions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first_version bigint;
  last_version  bigint;
  few           jsonb;
BEGIN
  SELECT min(version), max(version) INTO first_version, last_version FROM new_rows;
  IF first_version IS NULL THEN RETURN NULL; END IF;
  -- A payload may have 8000 bytes; a row takes about 60.
  IF (SELECT count(*) FROM new_rows) <= 60 THEN
    SELECT jsonb_agg(jsonb_build_array(version, currency, date, source, rate) ORDER BY version) INTO few FROM new_rows;
  END IF;
  PERFORM pg_notify('rate_change', jsonb_build_object(
    'after', (SELECT coalesce(max(version), 0) FROM rate_revision WHERE version < first_version),
    'to', last_version,
    'rows', few)::text);
  RETURN NULL;
END $$;

CREATE FUNCTION announce_feed_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rate_feed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER manual_rate_inserted AFTER INSERT ON manual_rate
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION revise_manual_rate();
CREATE TRIGGER manual_rate_updated AFTER UPDATE ON manual_rate
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION revise_manual_rate();
CREATE TRIGGER manual_rate_removed AFTER DELETE ON manual_rate
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION revise_manual_rate();
CREATE TRIGGER published_rate_inserted AFTER INSERT ON published_rate
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION revise_published_rate();
CREATE TRIGGER published_rate_updated AFTER UPDATE ON published_rate
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION revise_published_rate();
CREATE TRIGGER published_rate_removed AFTER DELETE ON published_rate
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION revise_published_rate();
CREATE TRIGGER rate_revision_announced AFTER INSERT ON rate_revision
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_rate_revisions();
CREATE TRIGGER rate_feed_state_announced AFTER INSERT OR UPDATE OR DELETE ON rate_feed_state
  FOR EACH STATEMENT EXECUTE FUNCTION announce_feed_state();

CREATE TRIGGER manual_rate_no_truncate BEFORE TRUNCATE ON manual_rate FOR EACH STATEMENT EXECUTE FUNCTION refuse_rate_truncate();
CREATE TRIGGER published_rate_no_truncate BEFORE TRUNCATE ON published_rate FOR EACH STATEMENT EXECUTE FUNCTION refuse_rate_truncate();
CREATE TRIGGER rate_revision_no_change BEFORE UPDATE OR DELETE ON rate_revision FOR EACH ROW EXECUTE FUNCTION refuse_revision_change();
CREATE TRIGGER rate_revision_no_truncate BEFORE TRUNCATE ON rate_revision FOR EACH STATEMENT EXECUTE FUNCTION refuse_revision_change();
ALTER TABLE rate_revision ENABLE ALWAYS TRIGGER rate_revision_no_change;
ALTER TABLE rate_revision ENABLE ALWAYS TRIGGER rate_revision_no_truncate;
