-- The audit trail. Each entry holds the hash of the one before and of its own bytes. Personal data
-- stands beside, so that it can be erased: the chain holds a salted commitment of it.

CREATE TABLE audit_entry (
  -- 1, 2, 3, … without a gap: a hole is a deleted entry.
  id            bigint PRIMARY KEY CHECK (id > 0),
  action        text NOT NULL CHECK (action <> ''),
  -- The sentence; with placeholders where its personal part has it as it is shown.
  description   text NOT NULL,
  created_at    timestamptz NOT NULL,
  -- Stays after an account was removed.
  user_id       bigint,
  -- An actor that is no user.
  user_email    text,
  -- JSON, kept as the very text that was hashed. It repeats nothing of the changes.
  metadata      text NOT NULL CHECK (json_typeof(metadata::json) = 'object'),
  -- The commitment to the personal part, where there is one.
  personal_hash bytea CHECK (octet_length(personal_hash) = 32),
  -- The versions of what the act changed (changes.sql), and the SHA-256 of their bytes.
  first_change  bigint,
  last_change   bigint,
  changes_hash  bytea CHECK (octet_length(changes_hash) = 32),
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash          bytea NOT NULL CHECK (octet_length(hash) = 32),
  CHECK (num_nulls(first_change, last_change, changes_hash) IN (0, 3)
    AND first_change <= last_change)
);
CREATE INDEX audit_entry_change ON audit_entry (last_change) INCLUDE (first_change, id, created_at)
  WHERE last_change IS NOT NULL;

-- Each filter of the list in the list's own order, the number, so that a page is read off its
-- index.
CREATE INDEX audit_entry_action ON audit_entry (action, id);
CREATE INDEX audit_entry_user_id ON audit_entry (user_id, id);
CREATE INDEX audit_entry_user_email ON audit_entry (user_email, id) WHERE user_email IS NOT NULL;
-- A span of days is read in the order of time, which is the numbers' order but for clocks that
-- disagree.
CREATE INDEX audit_entry_time ON audit_entry (created_at, id);
-- Any substring of a description. A trusted extension: whoever owns the database may make it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- Without pending entries, which every search would read and one append work in (4.8 ms against 0.5
-- at the 99th percentile).
CREATE INDEX audit_entry_search ON audit_entry USING gin (description gin_trgm_ops)
  WITH (fastupdate = off);
-- How common a searched text is decides how it is looked for; guess from more samples than the
-- usual 100.
ALTER TABLE audit_entry ALTER COLUMN description SET STATISTICS 500;

-- The personal part of an entry, added with it and deleted after an erasure that the chain records.
CREATE TABLE audit_personal (
  entry_id    bigint PRIMARY KEY,
  salt        bytea NOT NULL CHECK (octet_length(salt) = 32),
  user_email  text,
  ip_address  text,
  -- The sentence as it is shown, where that of the entry has placeholders.
  description text,
  -- A JSON object, shown together with the metadata of the entry.
  metadata    text CHECK (json_typeof(metadata::json) = 'object')
);
CREATE INDEX audit_personal_search ON audit_personal USING gin (description gin_trgm_ops)
  WITH (fastupdate = off);
ALTER TABLE audit_personal ALTER COLUMN description SET STATISTICS 500;

-- What people typed: a reason, a holiday's name, a gazette. The chain holds a salted commitment, so
-- that a name can be taken out of the text.
CREATE TABLE typed_text (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  salt bytea NOT NULL CHECK (octet_length(salt) = 32),
  text text NOT NULL
);
CREATE INDEX typed_text_search ON typed_text USING gin (text gin_trgm_ops) WITH (fastupdate = off);

-- The commitment to a text. The same stands in server/audit-log/entry-hash.ts.
CREATE FUNCTION text_hash(salt bytea, text text) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(salt || convert_to(text, 'UTF8'));

-- Keeps texts, given by name; gives their commitments in hex, by name.
CREATE FUNCTION commit_texts(given json) RETURNS json LANGUAGE sql
SET search_path = pg_catalog, public, pg_temp AS $$
  WITH salted AS MATERIALIZED (
    -- Two random UUIDs have 244 random bits, from the same source as the keys of TLS.
    SELECT *, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS salt
    FROM json_each_text(given) WITH ORDINALITY AS each (name, text, place)
  ), kept AS (
    INSERT INTO public.typed_text
    SELECT public.text_hash(salt, text), salt, text FROM salted WHERE text IS NOT NULL
  )
  SELECT json_object_agg(name, encode(public.text_hash(salt, text), 'hex') ORDER BY place)
  FROM salted
$$;

-- The texts that commitments stand for, by name, behind the members of a fact.
CREATE FUNCTION with_texts(fact json, texts json) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN texts IS NULL THEN fact ELSE (
  SELECT json_object_agg(name, value) FROM (
    SELECT key AS name, value FROM json_each(fact)
    UNION ALL
    SELECT key, to_json(t.text) FROM json_each_text(texts) AS each
      LEFT JOIN typed_text t ON t.hash = decode(each.value, 'hex')) AS members) END;

-- The end of the chain. Whoever appends holds this row until the transaction ends, so entries have
-- one order.
CREATE TABLE audit_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id     bigint NOT NULL,
  hash   bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- The newest change that is in an entry's range.
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO audit_head (id, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- A field as its length in bytes, a colon, itself, so that no other split has the same bytes.
CREATE FUNCTION audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN value IS NULL THEN '-' ELSE octet_length(value) || ':' || value END;

-- What an entry says of its personal part. The same stands in server/audit-log/entry-hash.ts.
CREATE FUNCTION audit_personal_hash(personal audit_personal) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(personal.salt || convert_to(
  audit_field(personal.user_email) || audit_field(personal.ip_address)
    || audit_field(personal.description)
    || audit_field(personal.metadata),
  'UTF8'));

-- The hashed bytes of an entry, behind the hash of the one before. The same as in
-- server/audit-log/entry-hash.ts.
CREATE FUNCTION audit_bytes(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
RETURN convert_to(
  audit_field(entry.id::text) || audit_field(entry.action) || audit_field(entry.description)
    || audit_field(to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.user_id::text) || audit_field(entry.user_email)
    || audit_field(entry.metadata)
    || audit_field(encode(entry.personal_hash, 'hex'))
    || audit_field(entry.first_change::text) || audit_field(entry.last_change::text)
    || audit_field(encode(entry.changes_hash, 'hex')),
  'UTF8');

-- Whatever is inserted becomes the next link: number, instant (never before the last) and hashes
-- are made here alone. SECURITY DEFINER with pg_temp last: no temporary table can stand in for
-- audit_head.
CREATE FUNCTION continue_audit_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head public.audit_head;
BEGIN
  SELECT * INTO STRICT head FROM public.audit_head FOR UPDATE;
  NEW.id := head.id + 1;
  NEW.created_at := greatest(NEW.created_at,
    (SELECT created_at FROM public.audit_entry WHERE id = head.id));
  NEW.previous_hash := head.hash;
  NEW.hash := sha256(head.hash || public.audit_bytes(NEW));
  UPDATE public.audit_head
  SET id = NEW.id, hash = NEW.hash, version = coalesce(NEW.last_change, head.version);
  RETURN NEW;
END $$;

-- The one way in. A user's addresses, the sentence as shown where it has placeholders, and personal
-- metadata go into the personal part; `metadata` gets the commitments to `texts`. The transaction's
-- changes since its last entry belong to this one, hashed before the end of the chain is taken, for
-- which others wait.
CREATE FUNCTION append_audit_entry(
  action text, description text, created_at timestamptz, user_id bigint, user_email text,
  ip_address text, metadata text,
  shown_description text DEFAULT NULL, personal_metadata text DEFAULT NULL,
  texts json DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  personal public.audit_personal;
  -- `operator` and the like: no user.
  actor    text := CASE WHEN $4 IS NULL AND $5 NOT LIKE '%@%' THEN $5 END;
  first    bigint;
  last     bigint;
  hash     bytea;
  entry_id bigint;
BEGIN
  SELECT min(c.version), max(c.version) INTO first, last FROM public.change c
  WHERE c.version > (SELECT version FROM public.audit_head) AND c.xmin = pg_current_xact_id()::xid;
  IF first IS NOT NULL THEN hash := public.hash_of_changes(first, last); END IF;
  IF $10 IS NOT NULL THEN
    $7 := '{"texts":' || public.commit_texts($10) || CASE $7 WHEN '{}' THEN '' ELSE ',' END
      || substr($7, 2);
  END IF;
  IF ($5 IS NOT NULL AND actor IS NULL) OR $6 IS NOT NULL OR $8 IS NOT NULL
    OR $9 IS NOT NULL THEN
    personal := ROW(NULL, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
      CASE WHEN actor IS NULL THEN $5 END, $6, $8, $9);
  END IF;
  IF personal.salt IS NOT NULL THEN
    -- Waits for an erasure under way: an erased user's request leaves nothing personal.
    PERFORM FROM public.audit_head FOR UPDATE;
    IF EXISTS (SELECT FROM public.app_user u WHERE u.id = $4 AND u.erased_at IS NOT NULL) THEN
      personal := NULL;
    END IF;
  END IF;
  INSERT INTO public.audit_entry (action, description, created_at, user_id, user_email,
    metadata, personal_hash, first_change, last_change, changes_hash)
  VALUES ($1, $2, $3, $4, actor, $7,
    CASE WHEN personal.salt IS NOT NULL THEN public.audit_personal_hash(personal) END,
    first, last, hash)
  RETURNING id INTO entry_id;
  IF personal.salt IS NOT NULL THEN
    personal.entry_id := entry_id;
    INSERT INTO public.audit_personal VALUES (personal.*);
  END IF;
  RETURN entry_id;
END $$;

-- Which personal parts the chain says are erased, and which texts were redacted: `redacted` has the
-- new commitment by the old.
CREATE VIEW audit_erasure AS
SELECT id, (metadata::jsonb ->> 'erased_user')::bigint AS user_id,
  ARRAY(SELECT jsonb_array_elements_text(metadata::jsonb -> 'entries')::bigint) AS entries,
  coalesce(metadata::jsonb -> 'redacted', '{}') AS redacted
FROM audit_entry WHERE action = 'erase user';

-- Deletes what an entry `erase user` says is erased, and puts `texts` in the place of those
-- redacted; gives how many parts.
CREATE FUNCTION erase_audit_personal(erasure_id bigint, texts json) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  erasure public.audit_erasure;
  erased  bigint;
BEGIN
  SELECT * INTO STRICT erasure FROM public.audit_erasure WHERE id = $1;
  DELETE FROM public.audit_personal p USING (
    SELECT e.id FROM public.audit_entry e WHERE e.user_id = erasure.user_id AND e.id < erasure.id
    UNION SELECT unnest(erasure.entries)
  ) gone WHERE p.entry_id = gone.id;
  GET DIAGNOSTICS erased = ROW_COUNT;
  UPDATE public.typed_text t SET salt = decode(given.salt, 'hex'), text = given.text
  FROM json_to_recordset(texts) AS given (hash text, salt text, text text)
  WHERE t.hash = decode(given.hash, 'hex');
  RETURN erased;
END $$;

REVOKE EXECUTE ON FUNCTION append_audit_entry, continue_audit_chain, commit_texts,
  erase_audit_personal FROM PUBLIC;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION refuse_unrecorded_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM deleted_rows d LEFT JOIN public.audit_entry e ON e.id = d.entry_id
    WHERE NOT EXISTS (SELECT FROM public.audit_erasure x
      WHERE x.user_id = e.user_id AND x.id > d.entry_id)
      AND NOT EXISTS (SELECT FROM public.audit_erasure x, unnest(x.entries) named
        WHERE named = d.entry_id AND x.id > d.entry_id)
  ) THEN
    RAISE EXCEPTION 'the audit trail is append-only, and records no erasure of this'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_unrecorded_redaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.hash <> OLD.hash OR NOT EXISTS (SELECT FROM public.audit_erasure x
      WHERE x.redacted ->> encode(OLD.hash, 'hex')
        = encode(public.text_hash(NEW.salt, NEW.text), 'hex')) THEN
    RAISE EXCEPTION 'the audit trail is append-only, and records no redaction like this'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER audit_entry_continue BEFORE INSERT ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION continue_audit_chain();
CREATE TRIGGER audit_entry_no_change BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- The head moves only from within the trigger above.
CREATE TRIGGER audit_head_no_change BEFORE UPDATE ON audit_head FOR EACH ROW
  WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_head_no_delete BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_personal_no_change BEFORE UPDATE ON audit_personal
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_personal_no_truncate BEFORE TRUNCATE ON audit_personal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_personal_erased AFTER DELETE ON audit_personal
  REFERENCING OLD TABLE AS deleted_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unrecorded_erasure();
CREATE TRIGGER typed_text_redacted BEFORE UPDATE ON typed_text
  FOR EACH ROW EXECUTE FUNCTION refuse_unrecorded_redaction();
CREATE TRIGGER typed_text_no_delete BEFORE DELETE OR TRUNCATE ON typed_text
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- ALWAYS: they fire in replica mode too, which a superuser's session can switch to.
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_continue;
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_change;
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_truncate;
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_no_change;
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_no_delete;
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_no_change;
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_no_truncate;
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_erased;
ALTER TABLE typed_text ENABLE ALWAYS TRIGGER typed_text_redacted;
ALTER TABLE typed_text ENABLE ALWAYS TRIGGER typed_text_no_delete;
