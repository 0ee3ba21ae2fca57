
-- Queued in the act's transaction, composed when sent. `details` is removed after that.
CREATE TABLE email_outbox (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL for an invitation, whose address belongs to no user yet.
  user_id         bigint REFERENCES app_user,
  subscriber_id   bigint REFERENCES alert_subscriber ON DELETE CASCADE,
  alert_rule_id   bigint REFERENCES alert_rule ON DELETE CASCADE,
  purpose         text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 40),
  -- Contains no codes or links: they are drawn for each attempt.
  details         jsonb,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL CHECK (expires_at > created_at),
  attempts        int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL,
  lease_until     timestamptz,
  last_attempt_at timestamptz,
  last_error      text CHECK (length(last_error) <= 300),
  sent_at         timestamptz,
  given_up_at     timestamptz,
  CHECK ((details IS NULL) = (sent_at IS NOT NULL OR given_up_at IS NOT NULL)),
  CHECK ((subscriber_id IS NOT NULL) = (purpose IN ('alert', 'alert confirmation'))),
  CHECK ((user_id IS NULL) = (purpose IN ('invitation', 'alert', 'alert confirmation')))
);
CREATE INDEX email_outbox_due ON email_outbox (next_attempt_at) WHERE details IS NOT NULL;
CREATE INDEX email_outbox_of_user ON email_outbox (user_id) WHERE details IS NOT NULL;
CREATE INDEX email_outbox_attempt ON email_outbox (last_attempt_at DESC)
  WHERE last_attempt_at IS NOT NULL;
CREATE INDEX email_outbox_age ON email_outbox (created_at);
CREATE INDEX email_outbox_subscriber ON email_outbox (subscriber_id)
  WHERE subscriber_id IS NOT NULL;
CREATE INDEX email_outbox_alert_rule ON email_outbox (alert_rule_id)
  WHERE alert_rule_id IS NOT NULL;

-- Limits are in server/email/budgets.ts.
CREATE TABLE email_budget (
  bucket text NOT NULL CHECK (bucket IN (
    'mailbox', 'device', 'network', 'strangers', 'alert network', 'alert requests')),
  -- Keyed hash of a mailbox, a user's number, a network, or empty.
  key    text NOT NULL CHECK (length(key) <= 64),
  -- Uses within the last hour.
  used   timestamptz[] NOT NULL,
  PRIMARY KEY (bucket, key)
);
