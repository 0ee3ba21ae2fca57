
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

-- Calls by kind and client address (an IPv6 /64 is one): when all of them are free again.
CREATE TABLE rate_limit (
  key     text PRIMARY KEY CHECK (length(key) <= 80),
  free_at timestamptz NOT NULL
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
