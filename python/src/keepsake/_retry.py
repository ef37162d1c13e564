"""When a request is sent again, and how long to wait before it. Does no input or output."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from random import random as system_random

import httpx

from ._answers import Answer, error_from
from ._calls import Call
from .errors import KeepsakeError, error_of

RETRIED_STATUSES = frozenset({408, 409, 429, 500, 502, 503, 504})
"""Statuses that the next attempt may not have."""

LASTING_CODES = frozenset(
    {
        "corrupt",
        "disk_full",
        "embedder_mismatch",
        "missing_dependency",
        "newer_schema",
        "read_only",
        "unsupported",
        "wrong_key",
    }
)
"""Codes that another attempt does not change, with any status."""


@dataclass(frozen=True)
class RetryPolicy:
    """How requests are retried. All times are in seconds."""

    max_retries: int = 2
    base: float = 0.25
    """Upper bound of the first wait."""
    longest: float = 10.0
    """Longest random wait."""
    longest_retry_after: float = 60.0
    """If the service asks for a longer wait, the request fails."""
    random: Callable[[], float] = field(default=system_random, compare=False)

    def wait(self, attempt: int, asked: float | None) -> float:
        """Returns the seconds to wait after failed attempt ``attempt``, counted from 0.

        Full jitter: a uniform random time up to ``min(longest, base * 2**attempt)`` (M. Brooker,
        "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). If the service asked for a
        wait, that plus a little jitter.
        """
        if asked is not None:
            return asked + self.random() * self.base
        return self.random() * min(self.longest, self.base * 2.0**attempt)


class Attempts:
    """Counts the attempts of one call, and decides after each whether to repeat it."""

    def __init__(self, call: Call, policy: RetryPolicy) -> None:
        self._call = call
        self._policy = policy
        self._tries = 0

    def after_answer(self, answer: Answer) -> float | None:
        """Seconds to wait before the next try; ``None`` if the answer is final."""
        self._tries += 1
        if answer.status not in RETRIED_STATUSES or self._tries > self._policy.max_retries:
            return None
        # With these two statuses the service did nothing; with others it may have done the call.
        if not self._call.repeatable and answer.status not in (429, 503):
            return None
        if error_from(answer, self._call.action).code in LASTING_CODES:
            return None
        if answer.retry_after is not None and answer.retry_after > self._policy.longest_retry_after:
            return None
        return self._policy.wait(self._tries - 1, answer.retry_after)

    def after_failure(self, failure: httpx.TransportError) -> float:
        """Seconds to wait before the next try.

        Raises:
            UnreachableError: after the last try, or if the request may not be repeated.
        """
        self._tries += 1
        was_sent = not isinstance(failure, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        if self._tries > self._policy.max_retries or (was_sent and not self._call.repeatable):
            raise self.unreachable(failure) from failure
        return self._policy.wait(self._tries - 1, None)

    def unreachable(self, failure: httpx.TransportError) -> KeepsakeError:
        """The error of a request that got no answer."""
        times = "once" if self._tries == 1 else f"{self._tries} times"
        what = str(failure) or type(failure).__name__
        message = f"Cannot {self._call.action}: the service must answer, tried {times}, got: {what}"
        return error_of("unreachable", message, data={"attempts": self._tries})


def retry_after(header: str | None, now: float) -> float | None:
    """Parses ``Retry-After`` into seconds from ``now``, a Unix time (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (TypeError, ValueError):
        return None
