"""Builds the request of each verb. Does no input or output."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from .errors import InvalidInputError, error_of

JSON = "application/json"
LINES = "application/x-ndjson"
BODY_LIMIT = 33_554_432
"""Most bytes in the body of an import or a file (docs/http.md)."""

Time = str | datetime
"""A time: ISO 8601 text, or a datetime with a time zone."""
Scope = Mapping[str, str]
"""The scope of a memory: labels such as user, agent, session."""


@dataclass(frozen=True)
class Call:
    """A request that is ready to send."""

    path: str
    action: str
    """The action of the caller, for error messages."""
    body: bytes
    media_type: str = JSON
    repeatable: bool = True
    """Whether it can be sent again if its response was lost."""


def idempotency_key_of(given: str | None, *, dry_run: bool, hosted: bool) -> str | None:
    """The key of an add: the given one, else a random one where a write can be repeated.

    Raises:
        KeepsakeError: ``unsupported`` for a dry run of the hosted service, which would ignore the
            field and write.
    """
    if hosted and dry_run:
        what = "dry_run"
        raise error_of("unsupported", f"Cannot remember: the hosted service has no {what}", data={"what": what})
    if hosted:
        return None
    return given or (None if dry_run else str(uuid4()))


def json_call(endpoint: str, action: str, fields: Mapping[str, Any], *, repeatable: bool = True) -> Call:
    """Builds a call with a JSON body. Fields that are ``None`` are omitted.

    Raises:
        InvalidInputError: if a value cannot be sent as JSON.
    """
    given = {name: value for name, value in fields.items() if value is not None}
    try:
        body = json.dumps(given, ensure_ascii=False, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError) as cause:
        raise invalid(action, str(cause)) from cause
    return Call(f"/api/memory/{endpoint}", action, body, repeatable=repeatable)


def import_call(body: str, scope: Scope | None) -> Call:
    """Builds a call that imports some lines. JSON Lines have no field for the scope."""
    labels = "" if not scope else "?scope=" + quote(json.dumps(dict(scope), separators=(",", ":")))
    return Call(f"/api/memory/import{labels}", "import", body.encode(), media_type=LINES)


def import_bodies(lines: Iterable[str], limit: int = BODY_LIMIT) -> Iterator[str]:
    """Groups the lines of an export into bodies of at most ``limit`` bytes.

    Each body starts with the header line, so each is a complete import.
    """
    header: str | None = None
    body: list[str] = []
    size = 0
    for raw in lines:
        line = raw.rstrip("\n")
        if header is None:
            header = f"{line}\n"
            continue
        length = len(line.encode()) + 1
        if body and size + length > limit - len(header.encode()):
            yield header + "".join(body)
            body, size = [], 0
        body.append(f"{line}\n")
        size += length
    yield (header or "") + "".join(body)


def base64_of(data: bytes) -> str:
    """Encodes the bytes of a file in base64."""
    return base64.b64encode(data).decode("ascii")


def merged(bound: Scope | None, given: Scope | None, action: str) -> dict[str, str] | None:
    """Adds the labels of a call to those that the client is bound to.

    Raises:
        InvalidInputError: if the call has another value for a bound label.
    """
    for name, value in (given or {}).items():
        if bound is not None and bound.get(name, value) != value:
            raise invalid(action, f"scope.{name} must be the bound label, got {value!r}")
    return {**(bound or {}), **(given or {})} or None


def checked_url(url: str) -> str:
    """The address of a service, without a trailing slash.

    Raises:
        InvalidInputError: if it is not an http or https address without a query.
    """
    if not re.fullmatch(r"https?://[^/?#]+[^?#]*", url):
        raise invalid("make a client", f"url must be an http or https address without a query, got {url!r}")
    return url.rstrip("/")


def checked_key(key: str) -> str:
    """An API key, which becomes a header value.

    Raises:
        InvalidInputError: if it has other characters than visible ASCII.
    """
    if not re.fullmatch(r"[\x21-\x7e]{1,4096}", key):
        raise invalid("make a client", "api_key must be visible ASCII without spaces")
    return key


def invalid(action: str, message: str) -> InvalidInputError:
    """The error of an input that is refused before anything is sent."""
    error = error_of("invalid_input", f"Cannot {action}: {message}", data={"issues": []})
    assert isinstance(error, InvalidInputError)
    return error


def listed(values: Iterable[Any] | None) -> list[Any] | None:
    """Converts the values into a list; ``None`` stays ``None``."""
    if isinstance(values, (str, bytes)):
        raise invalid("make a request", f"the value must be a list, got {values!r}")
    return None if values is None else list(values)


def content_of(content: str | Sequence[Mapping[str, Any]]) -> str | list[Mapping[str, Any]]:
    """Returns a text unchanged, and messages as a list."""
    return content if isinstance(content, str) else list(content)


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("a datetime must have a time zone, for example datetime.now(timezone.utc)")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset, tuple)):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")
