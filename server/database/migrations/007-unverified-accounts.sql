-- An account whose address was never verified is removed; its audit entries stay as they were hashed, with its number.
ALTER TABLE audit_entry DROP CONSTRAINT IF EXISTS audit_entry_user_id_fkey;
CREATE INDEX app_user_unverified ON app_user (created_at) WHERE verified_at IS NULL;
