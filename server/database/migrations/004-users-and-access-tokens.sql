-- Who may use the installation, and for how long a personal access token may be used.

ALTER TABLE app_user
  -- When a code or link from an email to this address was first used; null: never.
  ADD verified_at timestamptz,
  -- When the operator let the user write; set at registration unless REGISTRATION=approved.
  ADD approved_at timestamptz,
  -- Since when the operator keeps the user out: no session, no token, no code works.
  ADD suspended_at timestamptz;
-- Whoever was here before these columns keeps what they could do.
UPDATE app_user SET verified_at = created_at, approved_at = created_at;

-- Addresses that may register while REGISTRATION=invited.
CREATE TABLE invitation (
  email      text PRIMARY KEY CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL
);

ALTER TABLE access_token
  ADD expires_at timestamptz,
  ADD last_used_device text CHECK (length(last_used_device) <= 200),
  ADD last_used_ip text CHECK (length(last_used_ip) <= 45);
-- A token from before has 90 days from now.
UPDATE access_token SET expires_at = now() + interval '90 days';
ALTER TABLE access_token
  ALTER expires_at SET NOT NULL,
  ADD CHECK (expires_at > created_at);
