"""Rates of a Rupee Rates installation for bean-price.

Put this file where Python finds it (PYTHONPATH), name the installation in RUPEE_RATES_URL, and the source in your ledger:

    2025-01-01 commodity USD
      price: "LKR:rupee_rates/USD"
"""

import datetime
import os
import urllib.error
import urllib.request
from decimal import Decimal

try:
    from beanprice import source
except ImportError:  # Beancount 2 has it built in.
    from beancount.prices import source

URL = os.environ.get("RUPEE_RATES_URL", "http://localhost:3000").rstrip("/")
# Sri Lanka's time all year; the Central Bank publishes at 09:30.
COLOMBO = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
PUBLISHED = datetime.time(9, 30, tzinfo=COLOMBO)


def _get(path):
    try:
        with urllib.request.urlopen(URL + path, timeout=10) as response:
            return response.read().decode(), response.headers
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None, None
        raise


def _price(number, day):
    at = datetime.datetime.combine(datetime.date.fromisoformat(day), PUBLISHED)
    return source.SourcePrice(Decimal(number), at, "LKR")


def _value(ticker, day):
    text, headers = _get(f"/api/value/{ticker}/{day}.txt")
    return None if text is None else _price(text.strip(), headers["Rate-Date"])


class Source(source.Source):
    """Rupees for one unit; the ticker is the currency."""

    def get_latest_price(self, ticker):
        return _value(ticker, "latest")

    def get_historical_price(self, ticker, time):
        # bean-price means a day, and gives its midnight in any zone.
        return _value(ticker, time.date().isoformat())

    def get_prices_series(self, ticker, time_begin, time_end):
        days = f"from={time_begin.date()}&to={time_end.date()}"
        text, _ = _get(f"/api/export/{ticker}.gnucash.csv?{days}")
        rows = (line.split(",") for line in (text or "").splitlines())
        return [_price(number, day) for day, number, *_ in rows]
