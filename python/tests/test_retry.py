"""Which requests are sent again, and when."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from keepsake import Keepsake, KeepsakeError, UnreachableError
from keepsake._calls import import_bodies
from keepsake._retry import RetryPolicy, retry_after


@given(attempt=st.integers(0, 20), dice=st.floats(0, 1, exclude_max=True))
def test_a_wait_is_random_below_a_doubling_bound(attempt: int, dice: float) -> None:
    policy = RetryPolicy(random=lambda: dice)
    assert 0 <= policy.wait(attempt, None) <= min(policy.longest, policy.base * 2**attempt)
    assert 3 <= policy.wait(attempt, 3.0) <= 3 + policy.base


def test_retry_after_is_seconds_or_a_date() -> None:
    assert retry_after("12", now=0) == 12
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", now=50) == 10
    assert retry_after("soon", now=0) is None and retry_after(None, now=0) is None


def service(statuses: list[int]) -> tuple[httpx.MockTransport, list[Any]]:
    bodies: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        bodies.append(json.loads(request.content))
        status = statuses[min(len(bodies), len(statuses)) - 1]
        payload = {"success": True, "message": "Success", "data": {"stored": True}}
        return httpx.Response(status, json=payload if status == 200 else {"detail": []}, headers={"retry-after": "0"})

    return httpx.MockTransport(answer), bodies


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504])
def test_a_status_that_may_pass_is_tried_again_with_the_same_key(status: int) -> None:
    transport, bodies = service([status, 200])
    with Keepsake("the-key", transport=transport) as memory:
        assert memory.remember("Ana lives in Lisbon.")["stored"] is True
    assert len(bodies) == 2 and bodies[0]["idempotency_key"] == bodies[1]["idempotency_key"]


@pytest.mark.parametrize("status", [400, 402, 404, 422, 501, 507])
def test_a_status_that_lasts_is_not_tried_again(status: int) -> None:
    transport, bodies = service([status])
    with Keepsake("the-key", transport=transport) as memory, pytest.raises(KeepsakeError):
        memory.remember("Ana lives in Lisbon.")
    assert len(bodies) == 1


def test_the_hosted_service_gets_no_key_and_no_repeated_add() -> None:
    transport, bodies = service([500])
    with Keepsake("the-key", transport=transport, hosted=True) as memory, pytest.raises(KeepsakeError):
        memory.remember("Ana lives in Lisbon.")
    assert bodies == [{"content": "Ana lives in Lisbon."}]


def test_tries_are_limited() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    transport = httpx.MockTransport(refuse)
    with Keepsake("the-key", transport=transport, max_retries=0) as memory:
        with pytest.raises(UnreachableError, match="tried once") as caught:
            memory.details()
        assert isinstance(caught.value.__cause__, httpx.ConnectError)


@given(lines=st.lists(st.text(st.characters(blacklist_characters="\n\r", blacklist_categories=("Cs",)), max_size=30), min_size=1, max_size=40))
def test_an_import_is_divided_into_complete_bodies(lines: list[str]) -> None:
    header, *rest = lines
    bodies = list(import_bodies(lines, limit=len(header.encode()) + 80))
    assert all(body.startswith(f"{header}\n") for body in bodies)
    assert "".join(body[len(header) + 1 :] for body in bodies) == "".join(f"{line}\n" for line in rest)


def test_the_synchronous_client_is_generated_from_the_asynchronous_one() -> None:
    folder = Path(__file__).parents[1]
    make = [sys.executable, "-c", "import make_sync, sys; sys.stdout.write(make_sync.sync_source(sys.stdin.read()))"]
    source = (folder / "src" / "keepsake" / "async_client.py").read_bytes()
    made = subprocess.run(make, input=source, capture_output=True, check=True, cwd=folder / "tools").stdout
    assert made == (folder / "src" / "keepsake" / "client.py").read_bytes(), "run python tools/make_sync.py"
