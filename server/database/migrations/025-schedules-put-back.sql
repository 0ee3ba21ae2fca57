-- Schedules of customs rates that the operator has put back (rates:undo): no user entered them.

ALTER TABLE customs_week ALTER entered_by DROP NOT NULL;
