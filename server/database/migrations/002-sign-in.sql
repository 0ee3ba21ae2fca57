-- Signing in: codes and links, the limits that guard them, sessions, access tokens, and letters on their way.

-- What stands between a person and a session: one row each, so that one row lock decides every race about it.
CREATE TABLE sign_in_code (
  user_id           bigint PRIMARY KEY REFERENCES app_user,
  -- Of the newest letter only: keyed hashes; null once used.
  code_hash         bytea CHECK (octet_length(code_hash) = 32),
  link_hash         bytea UNIQUE CHECK (octet_length(link_hash) = 32),
  expires_at        timestamptz,
  tries             int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  -- When the last letters left and the last wrong codes came, for the limits of an hour.
  letters           timestamptz[] NOT NULL DEFAULT '{}' CHECK (cardinality(letters) <= 5),
  failures          timestamptz[] NOT NULL DEFAULT '{}',
  failures_in_a_row int NOT NULL DEFAULT 0 CHECK (failures_in_a_row BETWEEN 0 AND 100),
  paused_until      timestamptz,
  CHECK ((code_hash IS NULL) = (link_hash IS NULL)),
  CHECK (code_hash IS NULL OR expires_at IS NOT NULL)
);

CREATE TABLE app_session (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      bigint NOT NULL REFERENCES app_user,
  -- SHA-256 of 256 random bits: nothing in here signs anyone in.
  token_hash   bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  device       text NOT NULL CHECK (length(device) <= 200),
  ip_address   text NOT NULL CHECK (length(ip_address) <= 45),
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL CHECK (last_seen_at >= created_at),
  -- The absolute end; the idle one follows from last_seen_at.
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at AND expires_at <= created_at + interval '30 days')
);
CREATE INDEX app_session_user ON app_session (user_id);
CREATE INDEX app_session_end ON app_session (expires_at);

-- A browser and network from which someone has signed in before; the next new one is told by letter.
CREATE TABLE known_device (
  user_id      bigint NOT NULL REFERENCES app_user,
  fingerprint  bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, fingerprint)
);

CREATE TABLE access_token (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      bigint NOT NULL REFERENCES app_user,
  name         text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 60),
  scope        text NOT NULL CHECK (scope IN ('read', 'write')),
  token_hash   bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX access_token_user ON access_token (user_id);

-- The calls of the last minute from one client address (an IPv6 /64 is one).
CREATE TABLE recent_calls (
  kind    text NOT NULL CHECK (kind IN ('sign-in', 'write')),
  address text NOT NULL CHECK (length(address) <= 64),
  calls   timestamptz[] NOT NULL CHECK (cardinality(calls) <= CASE kind WHEN 'sign-in' THEN 60 ELSE 600 END),
  PRIMARY KEY (kind, address)
);

-- Letters on their way: written with the act that they tell of, sent afterwards, erased once sent or given up.
CREATE TABLE letter (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id         bigint NOT NULL REFERENCES app_user,
  purpose         text NOT NULL CHECK (purpose IN ('sign-in code', 'new device')),
  -- AES-256-GCM under a key that is not in the database.
  sealed          bytea,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL CHECK (expires_at > created_at),
  attempts        int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL,
  lease_until     timestamptz,
  last_attempt_at timestamptz,
  last_error      text CHECK (length(last_error) <= 300),
  sent_at         timestamptz,
  given_up_at     timestamptz,
  CHECK ((sealed IS NULL) = (sent_at IS NOT NULL OR given_up_at IS NOT NULL))
);
CREATE INDEX letter_due ON letter (next_attempt_at) WHERE sealed IS NOT NULL;
CREATE INDEX letter_of_user ON letter (user_id) WHERE sealed IS NOT NULL;
CREATE INDEX letter_attempt ON letter (last_attempt_at DESC) WHERE last_attempt_at IS NOT NULL;
CREATE INDEX letter_age ON letter (created_at);
