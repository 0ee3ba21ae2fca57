-- What the undoing of a later import has put back can be undone with the import that entered it.

ALTER TABLE import_batch_row
  -- When the undoing of a later import made the entry say this again; null: it has said so since the batch.
  ADD stands_since timestamptz,
  -- Since when the entry had said what it said before; null where that is not known, and where the batch made the entry.
  ADD previous_since timestamptz;
