-- Rights of the server's role, named by `rupee.app_role`; run after every migration. A table that
-- is not listed gives no right.
DO $$
DECLARE
  app_role text := nullif(current_setting('rupee.app_role', true), '');
  granted  record;
BEGIN
  REVOKE EXECUTE ON FUNCTION append_audit_entry, erase_user, record_changes, undo_changes FROM PUBLIC;
  -- A cluster from before PostgreSQL 15 may give it.
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  IF app_role IS NULL OR app_role = current_user THEN RETURN; END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', app_role);
  EXECUTE format('REVOKE CREATE ON SCHEMA public FROM %I', app_role);
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA public FROM %I', app_role);
  -- Identity columns take their next number without a right on the sequence.
  EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM %I', app_role);
  -- For the number of an invited person.
  EXECUTE format('GRANT USAGE ON SEQUENCE app_user_id_seq TO %I', app_role);
  FOR granted IN SELECT * FROM (VALUES
    ('audit_entry',      'SELECT'),
    ('audit_head',       'SELECT'),
    ('audit_personal',   'SELECT'),
    ('kysely_migration', 'SELECT'),
    ('app_user',         'SELECT, INSERT, UPDATE, DELETE'),
    ('invitation',       'SELECT, INSERT, DELETE'),
    ('sign_in_code',     'SELECT, INSERT, UPDATE, DELETE'),
    ('app_session',      'SELECT, INSERT, UPDATE, DELETE'),
    ('known_device',     'SELECT, INSERT, UPDATE, DELETE'),
    ('access_token',     'SELECT, INSERT, UPDATE, DELETE'),
    ('rate_limit',       'SELECT, INSERT, UPDATE, DELETE'),
    ('email_budget',     'SELECT, INSERT, UPDATE, DELETE'),
    ('email_outbox',           'SELECT, INSERT, UPDATE, DELETE'),
    ('alert_subscriber', 'SELECT, INSERT, UPDATE, DELETE'),
    ('alert_rule',       'SELECT, INSERT, UPDATE, DELETE'),
    ('alert_link',       'SELECT, INSERT, DELETE'),
    ('idempotency_key',  'SELECT, INSERT, UPDATE, DELETE'),
    ('job_run',          'SELECT, INSERT, UPDATE, DELETE'),
    ('server_key',       'SELECT, INSERT, UPDATE, DELETE'),
    -- Filled by migrations.
    ('rate_kind',        'SELECT'),
    ('rate_source',      'SELECT'),
    ('change',           'SELECT'),
    ('fact_state',       'SELECT'),
    ('undo',             'SELECT'),
    ('rate_feed_state',  'SELECT, INSERT, UPDATE'),
    ('feed_answer',      'SELECT, INSERT, UPDATE, DELETE'),
    ('feed_request',     'SELECT, INSERT, UPDATE')
  ) AS list (name, rights) LOOP
    EXECUTE format('GRANT %s ON %I TO %I', granted.rights, granted.name, app_role);
  END LOOP;
  EXECUTE format('GRANT EXECUTE ON FUNCTION append_audit_entry, erase_user, record_changes, '
    'undo_changes TO %I', app_role);
END $$;
