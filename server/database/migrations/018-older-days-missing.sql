-- Of a feed whose older days come by a path of their own: whether it failed, so that the next run tries it as well.

ALTER TABLE rate_feed_state ADD older_missing boolean NOT NULL DEFAULT false;
