-- The language of the emails to a user: that of the page on which they registered or last signed in.
ALTER TABLE app_user ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'si', 'ta'));
