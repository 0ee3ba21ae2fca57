
CREATE TABLE alert_subscriber (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email   text NOT NULL UNIQUE
    CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 254),
  -- Keyed hash: addresses of one mailbox get one confirmation.
  mailbox text NOT NULL CHECK (length(mailbox) <= 64),
  -- The next confirmation email may follow a day later.
  confirmation_sent_at timestamptz
);
CREATE INDEX alert_subscriber_mailbox ON alert_subscriber (mailbox);

CREATE TABLE alert_rule (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscriber_id bigint NOT NULL REFERENCES alert_subscriber ON DELETE CASCADE,
  condition     text NOT NULL CHECK (length(condition) BETWEEN 1 AND 40),
  currency      text CHECK (currency ~ '^[A-Z]{3}$'),
  kind          text REFERENCES rate_kind,
  -- NULL for the main series.
  bank          text,
  rate          lkr_rate,
  -- In hundredths of a per cent.
  move          int CHECK (move > 0),
  -- In Colombo.
  hour          int CHECK (hour BETWEEN 0 AND 23),
  language      text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}$'),
  created_at    timestamptz NOT NULL,
  -- Nothing is sent before.
  confirmed_at  timestamptz,
  armed         boolean NOT NULL,
  seen_day      rate_day,
  seen_version  bigint NOT NULL,
  sent_on       rate_day,
  CHECK ((currency IS NULL) = (kind IS NULL) AND (bank IS NULL OR kind IS NOT NULL)),
  UNIQUE NULLS NOT DISTINCT (subscriber_id, condition, currency, kind, bank, rate, move, hour)
);
CREATE INDEX alert_rule_confirmed ON alert_rule (id) WHERE confirmed_at IS NOT NULL;

-- Links in emails about alerts: SHA-256 of 256 random bits each.
CREATE TABLE alert_link (
  manage_hash      bytea PRIMARY KEY CHECK (octet_length(manage_hash) = 32),
  -- Ends the rule, opens nothing: it is in a header that mail systems read.
  unsubscribe_hash bytea UNIQUE CHECK (octet_length(unsubscribe_hash) = 32),
  subscriber_id    bigint NOT NULL REFERENCES alert_subscriber ON DELETE CASCADE,
  rule_id          bigint REFERENCES alert_rule ON DELETE SET NULL,
  expires_at       timestamptz NOT NULL
);
CREATE INDEX alert_link_subscriber ON alert_link (subscriber_id);
CREATE INDEX alert_link_rule ON alert_link (rule_id);
CREATE INDEX alert_link_end ON alert_link (expires_at);
