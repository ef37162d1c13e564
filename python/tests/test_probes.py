"""The probes that both clients have to pass: `test/client/probes.json` in the repository."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from keepsake import AsyncKeepsake, Keepsake, KeepsakeError

PROBES = json.loads((Path(__file__).parents[2] / "test" / "client" / "probes.json").read_text())


class Script:
    """A service that gives the responses of a probe, and notes what it was asked."""

    def __init__(self, responses: list[Any]) -> None:
        self.asked: list[dict[str, Any]] = []
        self._responses = responses

    def answer(self, request: httpx.Request) -> httpx.Response:
        response = self._responses[len(self.asked)]
        self.asked.append(
            {
                "path": request.url.path,
                "body": json.loads(request.content),
                "key": request.headers["authorization"],
            }
        )
        if response == "lost":
            raise httpx.ReadError("the connection was lost", request=request)
        text = response["text"] if "text" in response else json.dumps(response["body"])
        headers = {"content-type": "application/json", **response.get("headers", {})}
        return httpx.Response(response["status"], headers=headers, text=text)


def run_sync(probe: Mapping[str, Any], script: Script) -> Any:
    with Keepsake("the-key", url="http://service.example", transport=httpx.MockTransport(script.answer)) as client:
        return getattr(client, probe["verb"])(**probe["input"])


def run_async(probe: Mapping[str, Any], script: Script) -> Any:
    async def run() -> Any:
        transport = httpx.MockTransport(script.answer)
        async with AsyncKeepsake("the-key", url="http://service.example", transport=transport) as client:
            return await getattr(client, probe["verb"])(**probe["input"])

    return asyncio.run(run())


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: str(probe["name"]))
@pytest.mark.parametrize("run", [run_sync, run_async])
def test_both_clients_pass_the_probes_of_all_clients(
    run: Callable[[Mapping[str, Any], Script], Any], probe: Mapping[str, Any]
) -> None:
    script = Script(probe["responses"])
    if "error" in probe:
        with pytest.raises(KeepsakeError) as caught:
            run(probe, script)
        expected = probe["error"]
        assert caught.value.code == expected["code"]
        assert str(caught.value) == expected.get("message", str(caught.value))
        assert {**caught.value.data, **expected.get("data", {})} == caught.value.data
    else:
        assert run(probe, script) == probe["payload"]
    assert [request["path"] for request in script.asked] == [request["path"] for request in probe["requests"]]
    for asked, request in zip(script.asked, probe["requests"]):
        assert asked["key"] == "Bearer the-key"
        assert {**asked["body"], **request["body"]} == asked["body"]
