-- The language of the emails of an alert: that of the page on which it was requested.
ALTER TABLE alert_rule ADD language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'si', 'ta'));
