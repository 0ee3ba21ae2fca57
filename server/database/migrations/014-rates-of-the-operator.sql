-- Rates that the operator has imported from a file: no user entered them.

ALTER TABLE manual_rate ALTER created_by DROP NOT NULL;
ALTER TABLE import_batch ALTER created_by DROP NOT NULL;
