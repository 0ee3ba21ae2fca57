
CREATE TABLE idempotency_key (
  user_id     bigint NOT NULL REFERENCES app_user,
  key         text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  fingerprint bytea NOT NULL,
  status      int,
  body        text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

-- Calls of the last minute by client address (an IPv6 /64 is one).
CREATE TABLE recent_calls (
  kind    text NOT NULL CHECK (kind IN ('sign-in', 'write')),
  address text NOT NULL CHECK (length(address) <= 64),
  calls   timestamptz[] NOT NULL
    CHECK (cardinality(calls) <= CASE kind WHEN 'sign-in' THEN 60 ELSE 600 END),
  PRIMARY KEY (kind, address)
);

-- Fingerprints of keys that all servers on this database must share.
CREATE TABLE server_key (
  name        text PRIMARY KEY,
  fingerprint text NOT NULL
);

-- A server that inserts the slot, or takes over an expired lease, runs the job.
CREATE TABLE job_run (
  job         text NOT NULL,
  slot        text NOT NULL,
  holder      text NOT NULL,
  lease_until timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (job, slot)
);
