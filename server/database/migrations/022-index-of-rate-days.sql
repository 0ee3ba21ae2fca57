-- Nearly every entry about a rate names one day, as text that sorts as days do: a B-tree of it is made in parallel and without a
-- function of our own, in less than half of the time of the index of ranges, for which a restore had to wait.
DROP INDEX audit_entry_rate_days;

CREATE INDEX audit_entry_rate_date ON audit_entry ((metadata::json ->> 'date') COLLATE "C")
  WHERE action LIKE '% exchange rate%';

-- The few others: from a first to a last day, or a list of changes.
CREATE INDEX audit_entry_rate_span ON audit_entry USING gist (audit_rate_span(metadata))
  WHERE action LIKE '% exchange rate%' AND metadata::json ->> 'date' IS NULL;
