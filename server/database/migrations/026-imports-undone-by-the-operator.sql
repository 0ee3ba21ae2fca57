-- Imports whose rates the operator has put back (rates:undo): no user undid them.

ALTER TABLE import_batch
  DROP CONSTRAINT import_batch_check,
  ADD CONSTRAINT import_batch_check CHECK (undone_at IS NOT NULL OR undone_by IS NULL);
