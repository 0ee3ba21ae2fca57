
CREATE TABLE app_user (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 100),
  -- One spelling per address, so that it belongs to one user.
  email        text NOT NULL UNIQUE
    CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 254),
  -- Language of emails: that of the page of the last sign-in.
  language     text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}$'),
  created_at   timestamptz NOT NULL,
  -- First use of a code or link that was sent to this address.
  verified_at  timestamptz,
  -- The operator's approval; set at registration unless REGISTRATION=approved.
  approved_at  timestamptz,
  -- Sessions, tokens and codes of a suspended user do not work.
  suspended_at timestamptz,
  -- The row stays, because audit entries keep the number.
  erased_at    timestamptz
);
CREATE INDEX app_user_unverified ON app_user (created_at) WHERE verified_at IS NULL;

CREATE TABLE invitation (
  email      text PRIMARY KEY
    CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL
);

-- One row per user, so that its lock decides every race.
CREATE TABLE sign_in_code (
  user_id           bigint PRIMARY KEY REFERENCES app_user,
  -- Keyed hashes of the newest email attempt; NULL before it and once used.
  code_hash         bytea CHECK (octet_length(code_hash) = 32),
  link_hash         bytea UNIQUE CHECK (octet_length(link_hash) = 32),
  -- 600 seconds after the request; NULL once used.
  expires_at        timestamptz,
  tries             int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  -- Wrong codes of the last hour.
  failures          timestamptz[] NOT NULL DEFAULT '{}',
  failures_in_a_row int NOT NULL DEFAULT 0 CHECK (failures_in_a_row BETWEEN 0 AND 100),
  paused_until      timestamptz,
  CHECK ((code_hash IS NULL) = (link_hash IS NULL)),
  CHECK (code_hash IS NULL OR expires_at IS NOT NULL)
);

CREATE TABLE app_session (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id           bigint NOT NULL REFERENCES app_user,
  -- SHA-256 of 256 random bits.
  token_hash        bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  device            text NOT NULL CHECK (length(device) <= 200),
  ip_address        text NOT NULL CHECK (length(ip_address) <= 45),
  created_at        timestamptz NOT NULL,
  last_seen_at      timestamptz NOT NULL CHECK (last_seen_at >= created_at),
  -- The absolute end; the idle end follows from last_seen_at.
  expires_at        timestamptz NOT NULL
    CHECK (expires_at > created_at AND expires_at <= created_at + interval '30 days')
);
CREATE INDEX app_session_user ON app_session (user_id);

-- A sign-in from any other browser or network sends an email.
CREATE TABLE known_device (
  user_id      bigint NOT NULL REFERENCES app_user,
  fingerprint  bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, fingerprint)
);

CREATE TABLE access_token (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id          bigint NOT NULL REFERENCES app_user,
  name             text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 60),
  scope            text NOT NULL CHECK (scope IN ('read', 'write')),
  token_hash       bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL CHECK (expires_at > created_at),
  last_used_at     timestamptz,
  last_used_device text CHECK (length(last_used_device) <= 200),
  last_used_ip     text CHECK (length(last_used_ip) <= 45)
);
CREATE INDEX access_token_user ON access_token (user_id);
CREATE INDEX access_token_end ON access_token (expires_at);
