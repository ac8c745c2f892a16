"""Limits on how often somebody asks: for tables, seats and moves."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.requests import HTTPConnection

from parlour.web.hosting import WebError

MOST_KNOWN = 10_000  # clients
PER_MINUTE = {"table": 20, "join": 60, "mix": 120}


class Bucket:
    """Lets `burst` requests through at once, and `rate` in each second."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self.clock = burst, rate, clock
        self.left, self.at = burst, clock()

    def take(self) -> bool:
        now = self.clock()
        self.left, self.at = min(self.burst, self.left + (now - self.at) * self.rate), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limits:
    """Counts by client and kind of request."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def allow(self, connection: HTTPConnection, kind: str) -> None:
        """Raise WebError if a client asks too often."""
        key = (connection.client.host if connection.client else "", kind)
        if len(self._buckets) >= MOST_KNOWN:
            self._buckets.clear()
        bucket = self._buckets.setdefault(key, Bucket(PER_MINUTE[kind], PER_MINUTE[kind] / 60))
        if not bucket.take():
            raise WebError("That was often. Wait a minute, then try again.", status=429)
