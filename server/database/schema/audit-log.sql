-- Each entry holds the hash of the entry before and of its own fields. Personal data is in
-- `audit_personal`, so that it can be erased; the entry holds a salted commitment to each part.

CREATE TABLE audit_entry (
  -- 1, 2, 3, … without gaps: a missing number is a deleted entry.
  id            bigint PRIMARY KEY CHECK (id > 0),
  action        text NOT NULL CHECK (action <> ''),
  -- `[reason]` stands for the member `reason` of the content part.
  description   text NOT NULL,
  created_at    timestamptz NOT NULL,
  actor         text NOT NULL CHECK (actor IN ('user', 'operator', 'system')),
  -- Kept when the user is erased.
  user_id       bigint CHECK ((user_id IS NULL) = (actor <> 'user')),
  -- The user whom the act is about, if another.
  subject_id    bigint,
  -- JSON, as the text that is hashed.
  metadata      text NOT NULL CHECK (json_typeof(metadata::json) = 'object'),
  actor_hash    bytea CHECK (octet_length(actor_hash) = 32),
  content_hash  bytea CHECK (octet_length(content_hash) = 32),
  -- Range of the act's changes, and the SHA-256 of their bytes.
  first_change  bigint,
  last_change   bigint,
  changes_hash  bytea CHECK (octet_length(changes_hash) = 32),
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash          bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- For filters. Derived from the changes, so outside the hash; checks.ts computes them again.
  days          datemultirange,
  currencies    text[],
  banks         text[],
  CHECK (num_nulls(first_change, last_change, changes_hash) IN (0, 3)
    AND first_change <= last_change)
);
CREATE INDEX audit_entry_change ON audit_entry (last_change) INCLUDE (first_change, id, created_at)
  WHERE last_change IS NOT NULL;
-- By number as well, so that a page of the list is read from one index.
CREATE INDEX audit_entry_action ON audit_entry (action, id);
CREATE INDEX audit_entry_user_id ON audit_entry (user_id, id);
CREATE INDEX audit_entry_subject ON audit_entry (subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_entry_others ON audit_entry (actor, id) WHERE actor <> 'user';
CREATE INDEX audit_entry_time ON audit_entry (created_at, id);
CREATE INDEX audit_entry_days ON audit_entry USING gist (days) WHERE days IS NOT NULL;
-- Without a pending list, which one append would merge (4.8 ms instead of 0.5 at the 99th
-- percentile).
CREATE INDEX audit_entry_touched ON audit_entry USING gin (currencies, banks)
  WITH (fastupdate = off) WHERE days IS NOT NULL;
-- A trusted extension: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX audit_entry_search ON audit_entry USING gin (description gin_trgm_ops)
  WITH (fastupdate = off);
-- The best plan depends on how common the searched text is.
ALTER TABLE audit_entry ALTER COLUMN description SET STATISTICS 500;

-- `actor`: email, network address and device, deleted when that user is erased. `content`: typed
-- texts and names, deleted when the actor or the subject is erased.
CREATE TABLE audit_personal (
  entry_id bigint NOT NULL,
  part     text NOT NULL CHECK (part IN ('actor', 'content')),
  salt     bytea NOT NULL CHECK (octet_length(salt) = 32),
  -- JSON, as the text that is hashed.
  data     text NOT NULL CHECK (json_typeof(data::json) = 'object'),
  -- The sentence filled with the content, for searches. Derived, outside the hash.
  sentence text,
  PRIMARY KEY (entry_id, part)
);
CREATE INDEX audit_personal_search ON audit_personal USING gin (sentence gin_trgm_ops)
  WITH (fastupdate = off) WHERE sentence IS NOT NULL;
-- For searches of one or two characters, which have no trigram.
CREATE INDEX audit_personal_sentences ON audit_personal (entry_id) WHERE sentence IS NOT NULL;

-- The end of the chain. An append locks this row until its transaction ends, so entries have one
-- order.
CREATE TABLE audit_head (
  single  boolean PRIMARY KEY DEFAULT true CHECK (single),
  id      bigint NOT NULL,
  hash    bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- The newest change covered by an entry.
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO audit_head (id, hash) VALUES (0, decode(repeat('00', 32), 'hex'));


-- `name:length in bytes:value`, as in server/audit-log/trail-format.ts. Absent fields are left out, so
-- that a new field leaves older records' bytes as they are.
CREATE FUNCTION audit_field(name text, value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(name || ':' || octet_length(value) || ':' || value, '') $$;

CREATE FUNCTION audit_part_hash(salt bytea, data text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT sha256(salt || convert_to(data, 'UTF8')) $$;

CREATE FUNCTION audit_hash(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT sha256(entry.previous_hash || convert_to(
    audit_field('id', entry.id::text) || audit_field('action', entry.action)
    || audit_field('description', entry.description)
    || audit_field('created_at',
      to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field('actor', entry.actor) || audit_field('user_id', entry.user_id::text)
    || audit_field('subject_id', entry.subject_id::text)
    || audit_field('metadata', entry.metadata)
    || audit_field('actor_hash', encode(entry.actor_hash, 'hex'))
    || audit_field('content_hash', encode(entry.content_hash, 'hex'))
    || audit_field('first_change', entry.first_change::text)
    || audit_field('last_change', entry.last_change::text)
    || audit_field('changes_hash', encode(entry.changes_hash, 'hex')), 'UTF8'))
$$;

-- The only place that gives an entry its number, its instant and its hashes. Instants ascend, also
-- while a clock stands behind the last entry.
CREATE FUNCTION continue_audit_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head public.audit_head;
BEGIN
  SELECT * INTO STRICT head FROM public.audit_head FOR UPDATE;
  NEW.id := head.id + 1;
  NEW.created_at := greatest(NEW.created_at, (SELECT created_at + interval '1 millisecond'
    FROM public.audit_entry WHERE id = head.id));
  NEW.previous_hash := head.hash;
  NEW.hash := public.audit_hash(NEW);
  UPDATE public.audit_head
  SET id = NEW.id, hash = NEW.hash, version = coalesce(NEW.last_change, head.version);
  RETURN NEW;
END $$;

-- Appends an entry. `metadata`, `actor_part` and `content` of `given` are JSON as text. Hashes the
-- transaction's unrecorded changes before it locks the end of the chain.
CREATE FUNCTION append_entry(given json) RETURNS bigint LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  entry        public.audit_entry := json_populate_record(NULL::public.audit_entry, given);
  covered      bigint := (SELECT version FROM public.audit_head);
  newest       bigint := (SELECT max(version) FROM public.change);
  parts        json := json_strip_nulls(json_build_object(
    'actor', given ->> 'actor_part', 'content', given ->> 'content'));
  -- 244 random bits. Each part has its own, so that a published part does not help to guess the
  -- other.
  actor_salt   bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  content_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
BEGIN
  -- Never taken from the caller.
  entry.changes_hash := NULL;
  entry.days := NULL;
  entry.currencies := NULL;
  entry.banks := NULL;
  SELECT min(version), max(version) INTO entry.first_change, entry.last_change FROM public.change
  WHERE version BETWEEN covered + 1 AND newest AND xmin = pg_current_xact_id()::xid;
  IF entry.first_change IS NOT NULL THEN
    entry.changes_hash := public.hash_of_changes(entry.first_change, entry.last_change);
    SELECT t.* INTO entry.days, entry.currencies, entry.banks
    FROM public.touched_by(entry.first_change, entry.last_change) t;
  END IF;
  IF parts::text <> '{}' THEN
    -- Waits for a running erasure, so that a request of an erased user stores nothing personal.
    PERFORM FROM public.audit_head FOR UPDATE;
    IF EXISTS (SELECT FROM public.app_user u
        WHERE u.id = entry.user_id AND u.erased_at IS NOT NULL) THEN
      parts := '{}';
    END IF;
  END IF;
  entry.actor_hash := public.audit_part_hash(actor_salt, parts ->> 'actor');
  entry.content_hash := public.audit_part_hash(content_salt, parts ->> 'content');
  INSERT INTO public.audit_entry (action, description, created_at, actor, user_id, subject_id,
    metadata, actor_hash, content_hash, first_change, last_change, changes_hash, days, currencies,
    banks)
  VALUES (entry.action, entry.description, entry.created_at, entry.actor, entry.user_id,
    entry.subject_id, entry.metadata, entry.actor_hash, entry.content_hash, entry.first_change,
    entry.last_change, entry.changes_hash, entry.days, entry.currencies, entry.banks)
  RETURNING id INTO entry.id;
  INSERT INTO public.audit_personal (entry_id, part, salt, data, sentence)
  SELECT entry.id, key, CASE key WHEN 'actor' THEN actor_salt ELSE content_salt END, value,
    CASE key WHEN 'content' THEN given ->> 'sentence' END
  FROM json_each_text(parts);
  RETURN entry.id;
END $$;

-- The server's only way to append. Erasures use `erase_user`.
CREATE FUNCTION append_audit_entry(given json) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF given ->> 'action' = 'erase user' THEN
    RAISE EXCEPTION 'an erasure is recorded by erase_user alone'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN public.append_entry(given);
END $$;

-- Erases a user from the account and the trail, and records it: the personal parts of the user's
-- own entries, and the content of entries about the user. `given` is as for `append_entry`, with
-- `former`, the name that remains. Returns the number of parts.
CREATE FUNCTION erase_user(person bigint, given json) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  erased bigint;
BEGIN
  PERFORM FROM public.app_user u WHERE u.id = person AND u.erased_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no user to erase' USING ERRCODE = 'no_data_found'; END IF;
  UPDATE public.app_user u SET name = given ->> 'former', email = 'erased:' || person,
    language = DEFAULT, erased_at = (given ->> 'created_at')::timestamptz,
    suspended_at = coalesce(u.suspended_at, (given ->> 'created_at')::timestamptz)
  WHERE u.id = person;
  PERFORM public.append_entry((given::jsonb || jsonb_build_object(
    'action', 'erase user', 'content', NULL,
    'metadata', ((given ->> 'metadata')::jsonb || jsonb_build_object('erased_user', person))::text
  ))::json);
  DELETE FROM public.audit_personal p USING public.audit_entry e
  WHERE e.id = p.entry_id
    AND (e.user_id = person OR e.subject_id = person AND p.part = 'content');
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;

REVOKE EXECUTE ON FUNCTION append_entry, append_audit_entry, continue_audit_chain, erase_user
  FROM PUBLIC;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only the trigger that continues the chain may move the head.
  IF TG_TABLE_NAME = 'audit_head' AND TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION refuse_unrecorded_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased bigint := (SELECT u.id FROM public.audit_entry e
      JOIN public.audit_head h USING (id) JOIN public.app_user u
        ON u.id = (e.metadata::jsonb ->> 'erased_user')::bigint
    WHERE e.action = 'erase user' AND e.xmin = pg_current_xact_id()::xid
      AND u.erased_at IS NOT NULL AND u.xmin = pg_current_xact_id()::xid);
BEGIN
  IF EXISTS (
    SELECT FROM deleted_rows d LEFT JOIN public.audit_entry e ON e.id = d.entry_id
    WHERE (e.user_id = erased OR e.subject_id = erased AND d.part = 'content') IS NOT TRUE
  ) THEN
    RAISE EXCEPTION 'the audit trail is append-only, and records no erasure of this'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_entry_continue BEFORE INSERT ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION continue_audit_chain();
CREATE TRIGGER audit_entry_no_change BEFORE DELETE OR UPDATE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_head_no_change BEFORE UPDATE ON audit_head
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_head_no_delete BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_personal_no_change BEFORE UPDATE ON audit_personal
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_personal_no_truncate BEFORE TRUNCATE ON audit_personal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_personal_erased AFTER DELETE ON audit_personal
  REFERENCING OLD TABLE AS deleted_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unrecorded_erasure();
-- ALWAYS: a superuser's session can switch to replica mode, in which other triggers do not fire.
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_continue;
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_change;
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_truncate;
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_no_change;
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_no_delete;
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_no_change;
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_no_truncate;
ALTER TABLE audit_personal ENABLE ALWAYS TRIGGER audit_personal_erased;
