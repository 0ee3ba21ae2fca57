-- Users, and how they sign in: codes and links, sessions, access tokens.

CREATE TABLE app_user (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 100),
  -- One form only, so that two spellings of an address can never be two users.
  email        text NOT NULL UNIQUE
    CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 254),
  -- Language of the emails to the user: that of the page of the last sign-in.
  language     text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}$'),
  created_at   timestamptz NOT NULL,
  -- When a code or link from an email to this address was first used.
  verified_at  timestamptz,
  -- When the operator let the user write; set at registration unless REGISTRATION=approved.
  approved_at  timestamptz,
  -- While set, no session, token or code of the user works.
  suspended_at timestamptz,
  -- When the personal data was erased; the row stays, so that audit entries keep their number.
  erased_at    timestamptz
);
-- Accounts whose address is not verified in time are removed.
CREATE INDEX app_user_unverified ON app_user (created_at) WHERE verified_at IS NULL;

-- Addresses that may register while REGISTRATION=invited.
CREATE TABLE invitation (
  email      text PRIMARY KEY
    CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL
);

-- One row for each user who is signing in, so that one row lock decides every race.
CREATE TABLE sign_in_code (
  user_id           bigint PRIMARY KEY REFERENCES app_user,
  -- Keyed hashes of the newest attempt to send the email; null before it and once used.
  code_hash         bytea CHECK (octet_length(code_hash) = 32),
  link_hash         bytea UNIQUE CHECK (octet_length(link_hash) = 32),
  -- 600 seconds after the request; null once used.
  expires_at        timestamptz,
  tries             int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  -- When the last wrong codes came, for the limits of an hour.
  failures          timestamptz[] NOT NULL DEFAULT '{}',
  failures_in_a_row int NOT NULL DEFAULT 0 CHECK (failures_in_a_row BETWEEN 0 AND 100),
  paused_until      timestamptz,
  CHECK ((code_hash IS NULL) = (link_hash IS NULL)),
  CHECK (code_hash IS NULL OR expires_at IS NOT NULL)
);

CREATE TABLE app_session (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id           bigint NOT NULL REFERENCES app_user,
  -- SHA-256 of 256 random bits: nothing in here signs anyone in.
  token_hash        bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  device            text NOT NULL CHECK (length(device) <= 200),
  ip_address        text NOT NULL CHECK (length(ip_address) <= 45),
  created_at        timestamptz NOT NULL,
  last_seen_at      timestamptz NOT NULL CHECK (last_seen_at >= created_at),
  -- The absolute end; the idle one follows from last_seen_at.
  expires_at        timestamptz NOT NULL
    CHECK (expires_at > created_at AND expires_at <= created_at + interval '30 days')
);
CREATE INDEX app_session_user ON app_session (user_id);

-- Browsers and networks from which a user has signed in; an email reports the next new one.
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
