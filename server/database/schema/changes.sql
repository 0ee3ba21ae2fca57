-- Every fact is stored as its changes; the newest change of a key counts.

CREATE TABLE change (
  -- Without gaps, in the order of commits: writers hold the lock on facts.
  version   bigint PRIMARY KEY CHECK (version > 0),
  -- The key; NULL for a part that the subject does not have.
  subject   text NOT NULL,
  currency  text CHECK (currency ~ '^[A-Z]{3}$'),
  kind      text,
  -- NULL in the main series.
  bank      text,
  date      rate_day,
  -- Unit of a period, or name of a policy.
  part      text,
  source    text,
  -- Rupees for `units` of the currency. NULL removes the rate.
  rate      lkr_rate,
  -- NULL is one unit.
  units     int CHECK (units > 1),
  -- The fact of subjects other than rates; NULL removes it.
  fact      json,
  -- Changes of a group are undone together.
  "group"   bigint,
  -- NULL for a key's first change.
  previous  bigint CHECK (previous < version),
  -- For an undo or a restored entry: the change that first wrote the value which counts again.
  restores  bigint CHECK (restores < version),
  -- The change that began this entry; NULL if this one does.
  origin    bigint CHECK (origin < version),
  CONSTRAINT change_subject CHECK (CASE subject
    WHEN 'rate' THEN num_nulls(currency, kind, date, source) = 0 AND num_nonnulls(part, fact) = 0
      AND (source = 'manual' OR bank IS NULL)
    WHEN 'bank holiday' THEN date IS NOT NULL
      AND num_nonnulls(currency, kind, bank, part, source, rate, units) = 0
    WHEN 'customs schedule' THEN date IS NOT NULL
      AND num_nonnulls(currency, kind, bank, part, source, rate, units) = 0
    WHEN 'rate policy' THEN part IS NOT NULL
      AND num_nonnulls(currency, kind, bank, date, source, rate, units) = 0
    -- A seal is never replaced or undone.
    WHEN 'sealed period' THEN num_nulls(currency, kind, date, part, fact) = 0
      AND num_nonnulls(source, rate, units, "group", previous, restores) = 0
    ELSE false END)
);
-- Refuses two replacements of one change; `fact_state_key` refuses two first changes of a key.
CREATE UNIQUE INDEX change_previous ON change (previous) WHERE previous IS NOT NULL;
CREATE INDEX change_of_key ON change (currency, kind, date, version);
CREATE INDEX change_of_bank ON change (bank, version) WHERE bank IS NOT NULL;

-- Entries that an act undid entirely.
CREATE TABLE undo (
  -- The act's last change.
  version bigint NOT NULL REFERENCES change,
  undone  bigint NOT NULL REFERENCES audit_entry,
  PRIMARY KEY (version, undone)
);
CREATE INDEX undo_undone ON undo (undone);

-- Each fact that counts, and each manual rate that ended; derived from `change`.
CREATE TABLE fact_state (
  -- The change that began the entry: the number of a manual rate.
  id        bigint PRIMARY KEY,
  -- The entry's newest change with a value.
  version   bigint NOT NULL UNIQUE,
  -- The change that ended the entry.
  ended     bigint,
  subject   text NOT NULL,
  currency  text,
  kind      text,
  bank      text,
  date      date,
  part      text,
  source    text,
  rate      numeric(12, 4)
);
-- The day first, because most keys differ in it.
CREATE UNIQUE INDEX fact_state_key ON fact_state
  (date, currency, kind, source, subject, bank, part) NULLS NOT DISTINCT
  WHERE ended IS NULL;
-- A series is read from this index alone.
CREATE INDEX fact_state_series ON fact_state (currency, kind, bank, source, date) INCLUDE (rate)
  WHERE ended IS NULL;
CREATE INDEX fact_state_other ON fact_state (subject, version) WHERE rate IS NULL;
CREATE INDEX fact_state_manual ON fact_state (bank, version DESC)
  WHERE ended IS NULL AND source = 'manual';
CREATE INDEX fact_state_sample ON fact_state (version) WHERE ended IS NULL AND source = 'sample';
CREATE INDEX fact_state_ended ON fact_state (ended DESC) WHERE ended IS NOT NULL;

-- Writers of facts take this lock first, so that they never deadlock.
CREATE FUNCTION lock_facts() RETURNS void LANGUAGE sql
AS $$ SELECT pg_advisory_xact_lock(7236003) $$;

CREATE FUNCTION newest_of(given change) RETURNS SETOF change LANGUAGE sql STABLE AS $$
  (SELECT c.* FROM public.change c
   WHERE c.currency = given.currency AND c.kind = given.kind AND c.date = given.date
     AND c.subject = given.subject AND c.source IS NOT DISTINCT FROM given.source
     AND c.bank IS NOT DISTINCT FROM given.bank
     AND c.part IS NOT DISTINCT FROM given.part
   ORDER BY c.version DESC LIMIT 1)
  UNION ALL
  (SELECT c.* FROM public.change c
   WHERE given.currency IS NULL AND c.currency IS NULL AND c.kind IS NULL AND c.date = given.date
     AND c.subject = given.subject AND c.part IS NOT DISTINCT FROM given.part
   ORDER BY c.version DESC LIMIT 1)
  UNION ALL
  (SELECT c.* FROM public.change c
   WHERE given.date IS NULL AND c.currency IS NULL AND c.kind IS NULL AND c.date IS NULL
     AND c.subject = given.subject AND c.part = given.part
   ORDER BY c.version DESC LIMIT 1)
$$;

-- Same bytes as in server/audit-log/trail-format.ts. Calling `audit_field` would take ten times as long.
CREATE FUNCTION hash_of_changes(first bigint, last bigint) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT sha256(convert_to(string_agg(
    coalesce('version:' || octet_length(c.version::text) || ':' || c.version::text, '') ||
    coalesce('subject:' || octet_length(c.subject) || ':' || c.subject, '') ||
    coalesce('currency:' || octet_length(c.currency) || ':' || c.currency, '') ||
    coalesce('kind:' || octet_length(c.kind) || ':' || c.kind, '') ||
    coalesce('bank:' || octet_length(c.bank) || ':' || c.bank, '') ||
    coalesce('date:10:' || to_char(c.date, 'YYYY-MM-DD'), '') ||
    coalesce('part:' || octet_length(c.part) || ':' || c.part, '') ||
    coalesce('source:' || octet_length(c.source) || ':' || c.source, '') ||
    coalesce('rate:' || octet_length(c.rate::text) || ':' || c.rate::text, '') ||
    coalesce('units:' || octet_length(c.units::text) || ':' || c.units::text, '') ||
    coalesce('fact:' || octet_length(c.fact::text) || ':' || c.fact::text, '') ||
    coalesce('group:' || octet_length(c."group"::text) || ':' || c."group"::text, '') ||
    coalesce('previous:' || octet_length(c.previous::text) || ':' || c.previous::text, '') ||
    coalesce('restores:' || octet_length(c.restores::text) || ':' || c.restores::text, '') ||
    coalesce('origin:' || octet_length(c.origin::text) || ':' || c.origin::text, '') ||
    coalesce(u.undone, ''), '' ORDER BY c.version), 'UTF8'))
  FROM public.change c LEFT JOIN (
    SELECT version, string_agg(audit_field('undone', undone::text), '' ORDER BY undone) AS undone
    FROM public.undo WHERE version BETWEEN first AND last GROUP BY version) u USING (version)
  WHERE c.version BETWEEN first AND last
$$;

CREATE FUNCTION touched_by(first bigint, last bigint)
RETURNS TABLE (days datemultirange, currencies text[], banks text[]) LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  WITH touched AS MATERIALIZED (SELECT DISTINCT date::date AS day, currency, bank
    FROM public.change WHERE version BETWEEN first AND last)
  SELECT (SELECT range_agg(daterange(day, day, '[]')) FROM touched WHERE day IS NOT NULL),
    (SELECT array_agg(DISTINCT currency COLLATE "C") FROM touched WHERE currency IS NOT NULL),
    (SELECT array_agg(DISTINCT bank COLLATE "C") FROM touched WHERE bank IS NOT NULL)
$$;

-- Makes the changes from `first` on count. Returns the last one. `BETWEEN`, because a plan for an
-- open range may read the whole table.
CREATE FUNCTION take_changes(first bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  last bigint := (SELECT max(version) FROM public.change);
BEGIN
  IF last IS NULL OR last < first THEN RETURN first - 1; END IF;
  -- Entries find their changes by the transaction's number, which differs within a savepoint.
  IF (SELECT xmin FROM public.change WHERE version = first) <> pg_current_xact_id()::xid THEN
    RAISE EXCEPTION 'changes are not recorded within a savepoint';
  END IF;
  IF EXISTS (SELECT FROM public.change c LEFT JOIN public.rate_kind k ON k.kind = c.kind
      LEFT JOIN public.rate_source s ON s.source = c.source
      WHERE c.version BETWEEN first AND last AND c.subject = 'rate'
        AND (k.kind IS NULL OR s.source IS NULL)) THEN
    RAISE EXCEPTION 'a rate of a kind or source that is not listed'
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  UPDATE public.fact_state f SET ended = c.version
  FROM public.change c
  WHERE c.version BETWEEN first AND last AND f.version = c.previous
    AND (c.origin IS NULL OR c.restores IS NOT NULL) AND f.id IS DISTINCT FROM c.origin;
  INSERT INTO public.fact_state
    (id, version, subject, currency, kind, bank, date, part, source, rate)
  SELECT coalesce(origin, version), version, subject, currency, kind, bank, date, part, source, rate
  FROM public.change
  WHERE version BETWEEN first AND last AND (rate IS NOT NULL OR fact IS NOT NULL)
  ON CONFLICT (id) DO UPDATE SET version = excluded.version, ended = NULL, rate = excluded.rate;
  DELETE FROM public.fact_state
  WHERE ended BETWEEN first AND last AND source IS DISTINCT FROM 'manual';
  -- No figures, which anyone could forge: servers read them from the tables.
  PERFORM pg_notify('change', last::text);
  RETURN last;
END $$;

CREATE FUNCTION refuse_unrecorded_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version > (SELECT version FROM public.audit_head) THEN
    RAISE EXCEPTION 'a change without an audit entry' USING ERRCODE =
      'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
-- Fires for an act's first change only: queueing all would take longer than writing them.
CREATE CONSTRAINT TRIGGER change_recorded AFTER INSERT ON change DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (((new.version)::text = current_setting('rupee.first_change'::text, true)))
  EXECUTE FUNCTION refuse_unrecorded_change();
ALTER TABLE change ENABLE ALWAYS TRIGGER change_recorded;

CREATE FUNCTION first_change() RETURNS bigint LANGUAGE sql AS $$
  SELECT set_config('rupee.first_change',
    (SELECT coalesce(max(version), 0) + 1 FROM change)::text, true)::bigint
$$;

-- The server's only way to change facts. `given`: rows with the columns of `change`, each key at
-- most once; `restores` is a change with the value that counts again. Returns their range.
CREATE FUNCTION record_changes(given json, OUT first bigint, OUT last bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_facts();
  first := first_change();
  INSERT INTO change (version, subject, currency, kind, bank, date, part, source, rate, units, fact,
    "group", previous, restores, origin)
  SELECT first - 1 + g.place, g.subject, g.currency, g.kind, g.bank, g.date, g.part, g.source, g.rate,
    g.units, g.fact, g."group", before.version, coalesce(r.restores, r.version),
    CASE WHEN num_nonnulls(g.rate, g.fact) = 0 THEN NULL
      WHEN r.version IS NOT NULL THEN coalesce(r.origin, r.version)
      WHEN num_nonnulls(before.rate, before.fact) > 0
        THEN coalesce(before.origin, before.version) END
  FROM (SELECT row_number() OVER () AS place, each AS whole, each.*
      FROM json_populate_recordset(NULL::change, given) each) g
    LEFT JOIN LATERAL newest_of(g.whole) before ON true
    LEFT JOIN change r ON r.version = g.restores;
  last := take_changes(first);
END $$;

-- Returns for each key of the entries its newest change and the change to restore, if any. `stands`
-- is false if the key, or one of its group, has changed since.
CREATE FUNCTION plan_undo(entries bigint[])
RETURNS TABLE (newest bigint, target bigint, stands boolean) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  -- Versions of these entries, as ranges: comparing needs no join.
  given int8multirange := (SELECT range_agg(int8range(first_change, last_change, '[]'))
    -- NULL bounds would make a range of everything.
    FROM public.audit_entry WHERE id = ANY (entries) AND first_change IS NOT NULL);
BEGIN
  RETURN QUERY
  WITH RECURSIVE place AS MATERIALIZED (
    SELECT g.version, g.previous, g."group", n.version AS newest,
      CASE WHEN given @> n.version THEN n.version
        WHEN given @> n.restores THEN n.restores END AS top
    FROM public.audit_entry e
      JOIN public.change g ON g.version BETWEEN e.first_change AND e.last_change
      CROSS JOIN LATERAL public.newest_of(g) AS n
    WHERE e.id = ANY (entries) AND g.source IS DISTINCT FROM 'sample'
  ), free AS MATERIALIZED (
    SELECT version, previous, newest, top, CASE WHEN "group" IS NULL THEN top IS NOT NULL
      ELSE bool_and(top IS NOT NULL) OVER (PARTITION BY "group") END AS stands
    FROM place
  ), walk AS (
    SELECT newest, coalesce(previous, 0) AS target FROM free WHERE stands AND version = top
    UNION ALL
    SELECT w.newest, coalesce(before.previous, 0)
    FROM walk w JOIN public.change p ON p.version = w.target
      JOIN public.change before ON before.version = CASE WHEN given @> p.version THEN p.version
        WHEN given @> p.restores THEN p.restores END
    WHERE w.target >= lower(given)
  )
  SELECT w.newest, nullif(min(w.target), 0), true FROM walk w GROUP BY w.newest
  UNION ALL
  SELECT DISTINCT f.newest, NULL::bigint, false FROM free f WHERE NOT f.stands;
END $$;

-- Undoes what still stands of the entries, with one change per key. Returns the range of the
-- changes, which may be empty, and the number of keys left as they are.
CREATE FUNCTION undo_changes(entries bigint[], OUT first bigint, OUT last bigint, OUT "left" bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_facts();
  first := first_change();
  WITH plan AS MATERIALIZED (SELECT * FROM plan_undo(entries)), undone AS (
    INSERT INTO change (version, subject, currency, kind, bank, date, part, source, rate, units,
      fact, previous, restores, origin)
    SELECT first - 1 + row_number() OVER (ORDER BY n.date, n.version), n.subject, n.currency,
      n.kind, n.bank, n.date, n.part, n.source, t.rate, t.units, t.fact, n.version,
      coalesce(t.restores, t.version),
      CASE WHEN num_nonnulls(t.rate, t.fact) > 0 THEN coalesce(t.origin, t.version) END
    FROM plan p JOIN change n ON n.version = p.newest LEFT JOIN change t ON t.version = p.target
    WHERE p.stands AND num_nonnulls(n.rate, n.fact, t.rate, t.fact) > 0
  )
  SELECT count(*) INTO "left" FROM plan WHERE NOT stands;
  last := take_changes(first);
  INSERT INTO undo (version, undone)
  SELECT last, e.id FROM audit_entry e
  WHERE e.id = ANY (entries) AND first <= last AND ("left" = 0 OR cardinality(entries) > 1
    AND NOT EXISTS (
      SELECT FROM change c CROSS JOIN LATERAL newest_of(c) n
      WHERE c.version BETWEEN e.first_change AND e.last_change
        AND c.source IS DISTINCT FROM 'sample' AND n.version < first
        AND NOT EXISTS (SELECT FROM audit_entry g WHERE g.id = ANY (entries)
          AND n.version BETWEEN g.first_change AND g.last_change)));
END $$;
REVOKE EXECUTE ON FUNCTION record_changes, undo_changes, take_changes, first_change FROM PUBLIC;

CREATE TRIGGER change_no_change BEFORE DELETE OR UPDATE ON change
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER change_no_truncate BEFORE TRUNCATE ON change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER undo_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON undo
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE change ENABLE ALWAYS TRIGGER change_no_change;
ALTER TABLE change ENABLE ALWAYS TRIGGER change_no_truncate;
ALTER TABLE undo ENABLE ALWAYS TRIGGER undo_no_change;
