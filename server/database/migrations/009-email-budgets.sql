-- How many sign-in emails may be requested, and by whom: see server/email/email-budget-queries.ts.

CREATE TABLE email_budget (
  bucket text NOT NULL CHECK (bucket IN ('mailbox', 'device', 'network', 'strangers', 'unknown')),
  -- A keyed hash of a mailbox, a user's number, a network, or nothing.
  key    text NOT NULL CHECK (length(key) <= 64),
  -- When it was used within the last hour.
  used   timestamptz[] NOT NULL,
  PRIMARY KEY (bucket, key)
);
-- Counted there from now on.
ALTER TABLE sign_in_code DROP COLUMN letters;
