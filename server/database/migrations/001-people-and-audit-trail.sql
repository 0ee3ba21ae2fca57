-- People, and the audit trail in which everything that anyone does is written down.

CREATE TABLE app_user (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 100),
  -- One form only, so that two spellings of an address can never be two people.
  email      text NOT NULL UNIQUE CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL
);

CREATE TABLE audit_entry (
  -- 1, 2, 3, … without a gap: a hole is a deleted entry.
  id            bigint PRIMARY KEY CHECK (id > 0),
  action        text NOT NULL CHECK (action <> ''),
  description   text NOT NULL,
  created_at    timestamptz NOT NULL,
  user_id       bigint REFERENCES app_user,
  user_email    text,
  ip_address    text,
  -- The currency that the act was about, where it was about one.
  currency      text CHECK (currency IN ('USD', 'AUD', 'CAD', 'GBP')),
  -- JSON, kept as the very text that was hashed.
  metadata      text NOT NULL CHECK (json_typeof(metadata::json) = 'object'),
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash          bytea NOT NULL CHECK (octet_length(hash) = 32)
);

-- Each filter of the list in the list's own order, the number, so that a page is read off its index.
CREATE INDEX audit_entry_action ON audit_entry (action, id);
CREATE INDEX audit_entry_user ON audit_entry (user_email, id);
CREATE INDEX audit_entry_currency ON audit_entry (currency, id) WHERE currency IS NOT NULL;
-- A span of days is read in the order of time, which is the numbers' order but for clocks that disagree.
CREATE INDEX audit_entry_time ON audit_entry (created_at, id);
-- Any substring of a description. A trusted extension: whoever owns the database may make it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- Without its list of pending entries: every search would read that, and one unlucky append work it in (4.8 ms against
-- 0.5 at the 99th percentile, while it holds the end of the chain).
CREATE INDEX audit_entry_search ON audit_entry USING gin (description gin_trgm_ops) WITH (fastupdate = off);
-- How common a searched text is decides how it is looked for; guess from more samples than the usual 100.
ALTER TABLE audit_entry ALTER COLUMN description SET STATISTICS 500;

-- The end of the chain. Whoever appends holds this row until the transaction ends, so entries have one order.
CREATE TABLE audit_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id     bigint NOT NULL,
  hash   bytea NOT NULL CHECK (octet_length(hash) = 32)
);
INSERT INTO audit_head (id, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- A field in a form that cannot be confused with another split of the same bytes: its length in bytes, a colon, itself.
CREATE FUNCTION audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN value IS NULL THEN '-' ELSE octet_length(value) || ':' || value END;

-- The bytes of an entry that are hashed, behind the hash of the entry before: every column, in this order. The same stands
-- in server/audit-log/entry-hash.ts, so that a check needs to believe nothing that the database computes.
CREATE FUNCTION audit_bytes(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
RETURN convert_to(
  audit_field(entry.id::text) || audit_field(entry.action) || audit_field(entry.description)
    || audit_field(to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.user_id::text) || audit_field(entry.user_email) || audit_field(entry.ip_address)
    || audit_field(entry.currency) || audit_field(entry.metadata),
  'UTF8');

-- Whatever is inserted, by whatever role, becomes the next link: its number and hashes are made here and nowhere else.
-- SECURITY DEFINER with pg_temp last: nobody's temporary table can stand in for audit_head.
CREATE FUNCTION continue_audit_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head public.audit_head;
BEGIN
  SELECT * INTO STRICT head FROM public.audit_head FOR UPDATE;
  NEW.id := head.id + 1;
  NEW.previous_hash := head.hash;
  NEW.hash := sha256(head.hash || public.audit_bytes(NEW));
  UPDATE public.audit_head SET id = NEW.id, hash = NEW.hash;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER audit_entry_continue BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION continue_audit_chain();
CREATE TRIGGER audit_entry_no_change BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- The head moves only from within the trigger above.
CREATE TRIGGER audit_head_no_change BEFORE UPDATE ON audit_head FOR EACH ROW
  WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_head_no_delete BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- ALWAYS: they fire in replica mode too, which a superuser's session can switch to.
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_continue;
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_change;
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_truncate;
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_no_change;
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_no_delete;

-- The one way in. It runs with its owner's rights, so that the server's role needs none on the tables.
CREATE FUNCTION append_audit_entry(
  action text, description text, created_at timestamptz, user_id bigint, user_email text, ip_address text,
  currency text, metadata text
) RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO public.audit_entry (action, description, created_at, user_id, user_email, ip_address, currency, metadata)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id
$$;
REVOKE EXECUTE ON FUNCTION append_audit_entry, continue_audit_chain FROM PUBLIC;

-- A request that was repeated with the same key gets the answer of the first.
CREATE TABLE idempotency_key (
  user_id     bigint NOT NULL REFERENCES app_user,
  key         text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  fingerprint bytea NOT NULL,
  status      int,
  body        text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

-- A job that runs once over several servers: whoever inserts the slot, or takes over a lease that has run out, has it.
CREATE TABLE job_run (
  job         text NOT NULL,
  slot        text NOT NULL,
  holder      text NOT NULL,
  lease_until timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (job, slot)
);
