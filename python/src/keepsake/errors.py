"""The errors of keepsake: one class, stable codes, and subclasses for what callers catch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class KeepsakeError(Exception):
    """Every error that keepsake raises on purpose.

    Branch on ``code``, never on the message. ``data`` contains details of the code, for example
    ``needed`` and ``wallet_balance`` for ``insufficient_balance``. ``status`` is the HTTP status,
    or ``None`` if no response arrived.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        data: Mapping[str, Any] | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.data: Mapping[str, Any] = data or {}
        self.status = status


class InvalidInputError(KeepsakeError):
    """The service refused the input (``invalid_input``); ``data["issues"]`` lists each problem."""


class InvalidKeyError(KeepsakeError):
    """The service does not know the API key (``invalid_key``)."""


class NotFoundError(KeepsakeError):
    """There is no such record (``not_found``)."""


class InsufficientBalanceError(KeepsakeError):
    """The wallet cannot pay for the call (``insufficient_balance``)."""


class QuotaExceededError(KeepsakeError):
    """The plan's operations of the month are used (``quota_exceeded``); see ``data["resets_at"]``."""


class StorageLimitReachedError(KeepsakeError):
    """The plan's storage is full (``storage_limit_reached``)."""


class RateLimitedError(KeepsakeError):
    """Too many calls (``rate_limited``); ``data["retry_after"]`` is in seconds, or ``None``."""


class BusyError(KeepsakeError):
    """The store or the service is busy (``busy`` or ``overloaded``). Try again later."""


class UnreachableError(KeepsakeError):
    """No response arrived (``unreachable``); ``__cause__`` has the reason."""


class ClosedError(KeepsakeError):
    """The client was closed (``closed``)."""


class MissingDependencyError(KeepsakeError):
    """A program that ``Keepsake.local`` needs is not installed (``missing_dependency``)."""


_classes: Mapping[str, type[KeepsakeError]] = {
    "invalid_input": InvalidInputError,
    "invalid_key": InvalidKeyError,
    "not_found": NotFoundError,
    "insufficient_balance": InsufficientBalanceError,
    "quota_exceeded": QuotaExceededError,
    "storage_limit_reached": StorageLimitReachedError,
    "rate_limited": RateLimitedError,
    "busy": BusyError,
    "overloaded": BusyError,
    "unreachable": UnreachableError,
    "closed": ClosedError,
    "missing_dependency": MissingDependencyError,
}


def error_of(
    code: str,
    message: str,
    *,
    data: Mapping[str, Any] | None = None,
    status: int | None = None,
) -> KeepsakeError:
    """Returns the error of a code, in the class that callers catch for it."""
    return _classes.get(code, KeepsakeError)(message, code=code, data=data, status=status)
