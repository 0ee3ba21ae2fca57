-- Emails on their way stand in the email outbox, encrypted.
ALTER TABLE letter RENAME TO email_outbox;
ALTER TABLE email_outbox RENAME COLUMN sealed TO encrypted;
ALTER SEQUENCE letter_id_seq RENAME TO email_outbox_id_seq;
ALTER INDEX letter_due RENAME TO email_outbox_due;
ALTER INDEX letter_of_user RENAME TO email_outbox_of_user;
ALTER INDEX letter_attempt RENAME TO email_outbox_attempt;
ALTER INDEX letter_age RENAME TO email_outbox_age;
DO $$
DECLARE
  old name;
BEGIN
  FOR old IN SELECT conname FROM pg_constraint
    WHERE conrelid = 'email_outbox'::regclass AND conname LIKE 'letter\_%'
  LOOP
    EXECUTE format('ALTER TABLE email_outbox RENAME CONSTRAINT %I TO %I',
      old, regexp_replace(old, '^letter_', 'email_outbox_'));
  END LOOP;
END $$;
