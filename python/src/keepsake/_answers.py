"""Reads responses: the payload of an envelope, or the error of a status and a body."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import KeepsakeError, error_of


@dataclass(frozen=True)
class Answer:
    """A complete response."""

    status: int
    text: str
    retry_after: float | None
    """The value of ``Retry-After``, in seconds."""


def payload_of(answer: Answer, action: str) -> Any:
    """Returns the payload under ``data`` of the envelope.

    Raises:
        KeepsakeError: with the code of the status and body; ``service_failed`` if the response is
            not an envelope.
    """
    if answer.status != 200:
        raise error_from(answer, action)
    envelope = _json(answer.text)
    if not isinstance(envelope, dict) or "data" not in envelope:
        raise _violation("the response is not an envelope", action)
    data = envelope["data"]
    if isinstance(data, dict) and data.get("valid") is False and "error" in data:
        raise unknown_key(data, action)
    if envelope.get("success") is not True:
        raise _violation(f"the service reports: {envelope.get('message')}", action)
    if not isinstance(data, dict):
        raise _violation("data is not an object", action)
    return data


def unknown_key(data: Mapping[str, Any], action: str) -> KeepsakeError:
    """Returns the error for the response to an unknown key."""
    message = str(data.get("message", ""))
    text = f'Cannot {action}: the key must be known to the service, got "{message}"'
    return error_of("invalid_key", text, data={"message": message}, status=200)


def error_from(answer: Answer, action: str) -> KeepsakeError:
    """Returns the error of a response with another status than 200."""
    body = _json(answer.text)
    detail = body.get("detail") if isinstance(body, dict) else None
    details = [one for one in detail if isinstance(one, dict)] if isinstance(detail, list) else []
    text = _sentences(detail, details, answer.status)
    message = text if text.startswith("Cannot ") else f"Cannot {action}: {text}"
    code = _code(answer.status, details)
    return error_of(code, message, data=_data(code, answer, details), status=answer.status)


def _sentences(detail: Any, details: list[dict[str, Any]], status: int) -> str:
    if isinstance(detail, str):
        return detail
    return "; ".join(_sentence(one) for one in details) or f"HTTP status {status}"


def _sentence(detail: Mapping[str, Any]) -> str:
    field = ".".join(str(part) for part in _field(detail))
    message = str(detail.get("msg", ""))
    # keepsake's own messages contain action, field and rule already.
    return message if field == "" or message.startswith("Cannot ") else f"{field}: {message}"


def _field(detail: Mapping[str, Any]) -> list[Any]:
    """The path in the caller's input, without the leading "body"."""
    path = detail.get("loc")
    if not isinstance(path, list):
        return []
    return path[1:] if path[:1] == ["body"] else path


_rules_of_input = {400, 413, 422}
_code_of_status: Mapping[int, str] = {
    401: "invalid_key",
    402: "insufficient_balance",
    403: "invalid_key",
    404: "unsupported",
    405: "unsupported",
    409: "busy",
    413: "invalid_input",
    422: "invalid_input",
    429: "rate_limited",
    507: "storage_limit_reached",
}


def _code(status: int, details: list[dict[str, Any]]) -> str:
    named = details[0].get("type") if details else None
    if isinstance(named, str) and status not in _rules_of_input and named.isidentifier():
        return named
    # `type` of a refused input is the violated rule, except for these codes of the same status.
    if named == "unreadable_file":
        return "unreadable_file"
    if status == 400:
        return "invalid_input" if details else "service_failed"
    return _code_of_status.get(status, "service_failed")


def _data(code: str, answer: Answer, details: list[dict[str, Any]]) -> dict[str, Any]:
    if code == "invalid_input":
        return {
            "issues": [
                {"type": one.get("type"), "loc": _field(one), "msg": one.get("msg")} for one in details
            ]
        }
    if code == "rate_limited":
        return {"retry_after": answer.retry_after}
    context = details[0].get("ctx") if details else None
    return dict(context) if isinstance(context, dict) else {}


def _violation(what: str, action: str) -> KeepsakeError:
    message = f"Cannot {action}: the response must match the contract, got: {what}"
    return error_of("service_failed", message, status=200)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        # An HTML page of a proxy, or nothing: callers reject None.
        return None
