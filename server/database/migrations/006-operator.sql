-- What the operator does by command, who is no user.

-- Rates that the operator has put back or taken out: no user did it.
ALTER TABLE manual_rate
  ALTER updated_by DROP NOT NULL,
  DROP CONSTRAINT manual_rate_check,
  ADD CONSTRAINT manual_rate_check CHECK (deleted_at IS NOT NULL OR deleted_by IS NULL);

CREATE OR REPLACE FUNCTION revise_manual_rate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_rates();
  IF TG_OP = 'INSERT' THEN
    INSERT INTO rate_revision (currency, date, source, rate, at, user_id, reason)
    SELECT currency, date, 'manual', rate, updated_at, updated_by, rate_change_reason()
    FROM new_rows WHERE deleted_at IS NULL ORDER BY id;
  ELSIF TG_OP = 'UPDATE' THEN
    IF EXISTS (SELECT FROM old_rows FULL JOIN new_rows USING (id, currency, date) WHERE old_rows.rate IS NULL OR new_rows.rate IS NULL) THEN
      RAISE EXCEPTION 'an entry keeps its currency and its day' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO rate_revision (currency, date, source, rate, at, user_id, reason)
    SELECT n.currency, n.date, 'manual', CASE WHEN n.deleted_at IS NULL THEN n.rate END,
      coalesce(n.deleted_at, n.updated_at),
      CASE WHEN n.deleted_at IS NULL THEN n.updated_by ELSE n.deleted_by END, rate_change_reason()
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE (o.deleted_at IS NULL) <> (n.deleted_at IS NULL) OR (n.deleted_at IS NULL AND o.rate <> n.rate)
    ORDER BY n.id;
  ELSE
    INSERT INTO rate_revision (currency, date, source, at, reason)
    SELECT currency, date, 'manual', rate_change_at(), rate_change_reason()
    FROM old_rows WHERE deleted_at IS NULL ORDER BY id;
  END IF;
  RETURN NULL;
END $$;

-- An invitation goes to an address that is no user's yet. The purposes are listed in the code.
ALTER TABLE letter
  ALTER user_id DROP NOT NULL,
  DROP CONSTRAINT letter_purpose_check,
  ADD CONSTRAINT letter_purpose_check CHECK (length(purpose) BETWEEN 1 AND 40),
  ADD CHECK ((user_id IS NULL) = (purpose = 'invitation'));
