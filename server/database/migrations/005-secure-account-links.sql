-- Links in emails that end all sessions and access tokens of a user, and sessions used from elsewhere.

CREATE TABLE secure_account_link (
  -- A keyed hash: nothing in here ends anything.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id    bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
);
CREATE INDEX secure_account_link_user ON secure_account_link (user_id);
CREATE INDEX secure_account_link_end ON secure_account_link (expires_at);

ALTER TABLE app_session
  -- When its owner was last told that it is used from another device and network.
  ADD used_elsewhere_at timestamptz;

CREATE INDEX access_token_end ON access_token (expires_at);

-- The purposes are listed in the code.
ALTER TABLE letter
  DROP CONSTRAINT letter_purpose_check,
  ADD CONSTRAINT letter_purpose_check CHECK (length(purpose) BETWEEN 1 AND 40);
