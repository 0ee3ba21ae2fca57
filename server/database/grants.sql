-- What the server's own role may do; run after every migration. `rupee.app_role` names the role; empty: nothing to do.
-- The role owns nothing and makes no schema changes; the audit trail it may read, and append to by one function only.
DO $$
DECLARE
  app_role text := nullif(current_setting('rupee.app_role', true), '');
BEGIN
  REVOKE EXECUTE ON FUNCTION append_audit_entry FROM PUBLIC;
  IF app_role IS NULL OR app_role = current_user THEN RETURN; END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', app_role);
  EXECUTE format('REVOKE CREATE ON SCHEMA public FROM %I', app_role);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %I', app_role);
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO %I', app_role);
  EXECUTE format('REVOKE ALL ON audit_entry, audit_head, schema_migration FROM %I', app_role);
  EXECUTE format('GRANT SELECT ON audit_entry, audit_head, schema_migration TO %I', app_role);
  EXECUTE format('GRANT EXECUTE ON FUNCTION append_audit_entry TO %I', app_role);
  -- The history of rates is written by triggers alone.
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON rate_revision FROM %I', app_role);
END $$;
