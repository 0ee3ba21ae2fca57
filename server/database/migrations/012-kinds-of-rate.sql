-- Telegraphic transfer, what a bank pays and asks, and the rate for duty, beside the indicative rate.

INSERT INTO rate_kind VALUES ('tt-buying'), ('tt-selling'), ('customs');
