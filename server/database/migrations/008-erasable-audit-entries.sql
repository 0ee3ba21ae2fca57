-- Personal data in the audit trail that can be erased: the chain holds a salted commitment of it, a side table the data.

ALTER TABLE app_user
  -- When the personal data of this user was erased; the row stays, so that entries keep their number of a user.
  ADD erased_at timestamptz;

ALTER TABLE audit_entry
  -- 1: the personal data stands in the entry itself. 2: its commitment does. The hash binds the format.
  ADD format smallint NOT NULL DEFAULT 1 CHECK (format IN (1, 2)),
  ADD personal_hash bytea CHECK (octet_length(personal_hash) = 32);
CREATE INDEX audit_entry_user_id ON audit_entry (user_id, id);
-- Entries of format 1, and actors that are no users.
DROP INDEX audit_entry_user;
CREATE INDEX audit_entry_user_email ON audit_entry (user_email, id) WHERE user_email IS NOT NULL;

-- The personal part of an entry of format 2. Rows are only ever added with their entry, and deleted after an erasure that
-- the chain records.
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
CREATE INDEX audit_personal_search ON audit_personal USING gin (description gin_trgm_ops) WITH (fastupdate = off);
ALTER TABLE audit_personal ALTER COLUMN description SET STATISTICS 500;

-- What an entry says of its personal part. The same stands in server/audit-log/entry-hash.ts.
CREATE FUNCTION audit_personal_hash(personal audit_personal) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(personal.salt || convert_to(
  audit_field(personal.user_email) || audit_field(personal.ip_address) || audit_field(personal.description)
    || audit_field(personal.metadata),
  'UTF8'));

-- Format 1 begins with the digits of a length, so that no entry of one format has the bytes of one of the other.
CREATE OR REPLACE FUNCTION audit_bytes(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
RETURN convert_to(
  CASE entry.format WHEN 1 THEN '' ELSE 'format ' || entry.format || ' ' END
    || audit_field(entry.id::text) || audit_field(entry.action) || audit_field(entry.description)
    || audit_field(to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.user_id::text) || audit_field(entry.user_email) || audit_field(entry.ip_address)
    || audit_field(entry.currency) || audit_field(entry.metadata)
    || CASE entry.format WHEN 1 THEN '' ELSE audit_field(encode(entry.personal_hash, 'hex')) END,
  'UTF8');

CREATE OR REPLACE FUNCTION continue_audit_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head public.audit_head;
BEGIN
  SELECT * INTO STRICT head FROM public.audit_head FOR UPDATE;
  NEW.id := head.id + 1;
  NEW.format := 2;
  NEW.previous_hash := head.hash;
  NEW.hash := sha256(head.hash || public.audit_bytes(NEW));
  UPDATE public.audit_head SET id = NEW.id, hash = NEW.hash;
  RETURN NEW;
END $$;

-- The one way in. The address and client address of a user go into the personal part; so do the sentence as it is shown,
-- where `description` has placeholders, and the metadata that tells of the user.
DROP FUNCTION append_audit_entry;
CREATE FUNCTION append_audit_entry(
  action text, description text, created_at timestamptz, user_id bigint, user_email text, ip_address text,
  currency text, metadata text, shown_description text DEFAULT NULL, personal_metadata text DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  personal public.audit_personal;
  -- `operator` and the like: no user.
  actor    text := CASE WHEN $4 IS NULL AND $5 NOT LIKE '%@%' THEN $5 END;
  entry_id bigint;
BEGIN
  IF ($5 IS NOT NULL AND actor IS NULL) OR $6 IS NOT NULL OR $9 IS NOT NULL OR $10 IS NOT NULL THEN
    -- Two random UUIDs have 244 random bits, from the same source as the keys of TLS.
    personal := ROW(NULL, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
      CASE WHEN actor IS NULL THEN $5 END, $6, $9, $10);
    -- Waits for an erasure that is on its way: a request of a user who was erased meanwhile leaves nothing personal.
    PERFORM FROM public.audit_head FOR UPDATE;
    IF EXISTS (SELECT FROM public.app_user u WHERE u.id = $4 AND u.erased_at IS NOT NULL) THEN
      personal := NULL;
    END IF;
  END IF;
  INSERT INTO public.audit_entry (action, description, created_at, user_id, user_email, currency, metadata, personal_hash)
  VALUES ($1, $2, $3, $4, actor, $7, $8, CASE WHEN personal.salt IS NOT NULL THEN public.audit_personal_hash(personal) END)
  RETURNING id INTO entry_id;
  IF personal.salt IS NOT NULL THEN
    personal.entry_id := entry_id;
    INSERT INTO public.audit_personal VALUES (personal.*);
  END IF;
  RETURN entry_id;
END $$;

-- Which personal parts the chain says are erased: all of a user's earlier entries, and those that name the user.
CREATE VIEW audit_erasure AS
SELECT id, (metadata::jsonb ->> 'erased_user')::bigint AS user_id,
  ARRAY(SELECT jsonb_array_elements_text(metadata::jsonb -> 'entries')::bigint) AS entries
FROM audit_entry WHERE action = 'erase user';

-- Deletes what an entry of the action `erase user` says is erased; gives how many personal parts that were.
CREATE FUNCTION erase_audit_personal(erasure_id bigint) RETURNS bigint
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
  RETURN erased;
END $$;
REVOKE EXECUTE ON FUNCTION append_audit_entry, erase_audit_personal FROM PUBLIC;

CREATE FUNCTION refuse_unrecorded_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM deleted_rows d LEFT JOIN public.audit_entry e ON e.id = d.entry_id
    WHERE NOT EXISTS (SELECT FROM public.audit_erasure x WHERE x.user_id = e.user_id AND x.id > d.entry_id)
      AND NOT EXISTS (SELECT FROM public.audit_erasure x, unnest(x.entries) named WHERE named = d.entry_id AND x.id > d.entry_id)
  ) THEN
    RAISE EXCEPTION 'the audit trail is append-only, and records no erasure of this'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_personal_no_change BEFORE UPDATE ON audit_personal
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_personal_no_truncate BEFORE TRUNCATE ON audit_personal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_personal_erased AFTER DELETE ON audit_personal REFERENCING OLD TABLE AS deleted_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unrecorded_erasure();
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_no_change;
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_no_truncate;
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_erased;

-- A reason is part of a rate's history and stays; the name and address in it of a user who is erased do not.
CREATE OR REPLACE FUNCTION refuse_revision_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason'
      AND EXISTS (SELECT FROM public.app_user WHERE id = OLD.user_id AND erased_at IS NOT NULL) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the history of rates is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

-- Takes words (name, address) out of the reasons of an erased user, where they stand by themselves.
CREATE FUNCTION erase_from_reasons(erased_user bigint, words text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  pattern text := (
    SELECT '(?<![[:alnum:]])(' || string_agg(regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'), '|') || ')(?![[:alnum:]])'
    FROM unnest($2) word);
BEGIN
  UPDATE public.rate_revision SET reason = regexp_replace(reason, pattern, '(erased)', 'gi')
  WHERE user_id = $1 AND reason ~* pattern;
END $$;
REVOKE EXECUTE ON FUNCTION erase_from_reasons FROM PUBLIC;
CREATE INDEX rate_revision_reason ON rate_revision (user_id) WHERE reason IS NOT NULL;
