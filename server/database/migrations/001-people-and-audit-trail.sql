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
  metadata      text NOT NULL CHECK (metadata IS JSON OBJECT),
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash          bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32)
);

-- The end of the chain. Whoever appends holds this row until the transaction ends, so entries have one order.
CREATE TABLE audit_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id   bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO audit_head (id, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- A field in a form that cannot be confused with another split of the same bytes: its length in bytes, a colon, itself.
CREATE FUNCTION audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN value IS NULL THEN '-' ELSE octet_length(value) || ':' || value END;

-- The bytes of an entry that are hashed, behind the hash of the entry before: every column, in this order.
CREATE FUNCTION audit_bytes(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
RETURN convert_to(
  audit_field(entry.id::text) || audit_field(entry.action) || audit_field(entry.description)
    || audit_field(to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.user_id::text) || audit_field(entry.user_email) || audit_field(entry.ip_address)
    || audit_field(entry.currency) || audit_field(entry.metadata),
  'UTF8');

-- The one way in. It runs with its owner's rights, so that the server's role needs none on the tables.
CREATE FUNCTION append_audit_entry(
  action text, description text, created_at timestamptz, user_id bigint, user_email text, ip_address text,
  currency text, metadata text
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  head  audit_head;
  entry audit_entry;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  entry := ROW(head.id + 1, action, description, created_at, user_id, user_email, ip_address, currency, metadata, head.hash, head.hash);
  entry.hash := sha256(head.hash || audit_bytes(entry));
  INSERT INTO audit_entry VALUES (entry.*);
  UPDATE audit_head SET id = entry.id, hash = entry.hash;
  RETURN entry.id;
END $$;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER audit_entry_no_change BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_head_no_delete BEFORE DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- ALWAYS: they fire in replica mode too, which a session can switch to by itself.
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_change;
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_truncate;
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_no_delete;

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
