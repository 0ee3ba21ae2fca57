-- The audit trail by the day of the rate that an entry is about: who changed the rate of that day.

-- A day as a number, 20260929, whatever the session's DateStyle; null for what is no day.
CREATE FUNCTION audit_day(value text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN value ~ '^\d{4}-\d\d-\d\d$' THEN replace(value, '-', '')::int END;

-- The days of rates that the metadata of an entry names: `date`, or `first_day` to `last_day`, and those of its `changes`.
-- Nothing in a metadata may make it fail: the entry could not be written. In PL/pgSQL it takes a fifth of the time.
CREATE FUNCTION audit_rate_days(metadata text) RETURNS int4multirange
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  said  json := metadata::json;
  days  int4multirange := '{}';
  first int := public.audit_day(coalesce(said ->> 'date', said ->> 'first_day'));
  last  int := coalesce(public.audit_day(coalesce(said ->> 'date', said ->> 'last_day')), first);
BEGIN
  IF first IS NOT NULL THEN
    days := int4multirange(int4range(least(first, last), greatest(first, last), '[]'));
  END IF;
  IF json_typeof(said -> 'changes') = 'array' THEN
    SELECT days + coalesce(range_agg(int4range(day, day, '[]')), '{}') INTO STRICT days FROM (
      SELECT public.audit_day(change ->> 'date') AS day FROM json_array_elements(said -> 'changes') AS change
    ) AS named WHERE day IS NOT NULL;
  END IF;
  RETURN days;
END $$;

-- From the first to the last of these days, for the index: one of ranges is made by sorting, one of multiranges row by row,
-- which would hold up a restore.
CREATE FUNCTION audit_rate_span(metadata text) RETURNS int4range
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  said json := metadata::json;
  day  int := public.audit_day(said ->> 'date');
BEGIN
  IF day IS NOT NULL AND said -> 'changes' IS NULL THEN
    RETURN int4range(day, day, '[]');
  END IF;
  RETURN range_merge(public.audit_rate_days(metadata));
END $$;

CREATE INDEX audit_entry_rate_days ON audit_entry USING gist (audit_rate_span(metadata))
  WHERE action LIKE '% exchange rate%';
