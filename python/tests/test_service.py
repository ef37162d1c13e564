"""The verbs against the real service."""

from __future__ import annotations

import asyncio
from datetime import datetime, timezone
from pathlib import Path

import pytest
from conftest import COMMAND
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keepsake import AsyncKeepsake, InvalidInputError, InvalidKeyError, Keepsake, NotFoundError


def test_what_was_remembered_is_recalled_and_forgotten(memory: Keepsake) -> None:
    said = datetime(2026, 5, 3, 10, tzinfo=timezone.utc)
    added = memory.remember("Ana moved to Lisbon in May.", speaker="Ana", occurred_at=said)
    fact = added["data"]["data"]["memory_decisions"]["semantic"]["items"][0]
    assert (fact["entity"], fact["value"]) == ("Ana", "Lisbon")
    assert "Lisbon" in memory.recall("Where does Ana live?")["semantic_memory"]
    assert memory.history(fact["record_id"])["items"][0]["text"] == fact["text"]
    preview = memory.forget(query="Where does Ana live?")
    assert preview["forgotten"] == 0 and preview["preview"]
    assert memory.forget(entity="Ana", reason="asked")["verified"] is True
    assert memory.recall("Where does Ana live?").get("confidence") == "none"
    assert [row["operation"] for row in memory.audit()["items"]][-1] == "FORGET"
    assert memory.verify_audit()["valid"] is True


def test_add_and_search_take_what_the_specification_names(memory: Keepsake) -> None:
    assert memory.add(content="She painted it blue.", previous_context="Ana bought a kayak.")["stored"] is True
    found = memory.search(query="What did she paint?", previous_context="We spoke of Ana's kayak.")
    assert "blue" in found["episodic_memory"]


def test_scopes_do_not_see_each_other(memory: Keepsake) -> None:
    alice, bob = memory.scoped(user="alice"), memory.scoped(user="bob")
    alice.remember("I live in Lisbon.", speaker="Alice")
    bob.remember("I live in Berlin.", speaker="Bob")
    assert "Berlin" not in str(alice.records()) and "Lisbon" in str(alice.records())
    assert "Lisbon" not in str(bob.recall("Where do I live?", speaker="Bob"))
    assert memory.records()["items"] == []
    with pytest.raises(InvalidInputError, match="scope.user must be the bound label"):
        alice.recall("Where?", scope={"user": "bob"})


def test_export_and_import_move_a_store(memory: Keepsake, tmp_path: Path) -> None:
    list(memory.remember_many([f"Guest {number} prefers room {number}." for number in range(20)]))
    memory.remember_file(name="notes.md", data=b"# Notes\n\nThe boiler is serviced in October.")
    lines = list(memory.export())
    with Keepsake.local(tmp_path / "other.db", command=COMMAND) as other:
        moved = other.import_(lines)
        assert moved["records"] == len(memory.records(limit=1000)["items"])
        assert other.import_(lines) == {"sources": 0, "records": 0, "skipped": moved["records"]}
        assert "October" in str(other.recall("When is the boiler serviced?"))


def test_a_file_is_read_from_its_path(memory: Keepsake, tmp_path: Path) -> None:
    path = tmp_path / "house rules.txt"
    path.write_text("Guests leave their boots in the hall.")
    assert memory.remember_file(path)["file"]["name"] == "house rules.txt"


def test_errors_have_codes(memory: Keepsake) -> None:
    with pytest.raises(InvalidInputError) as caught:
        memory.recall("")
    assert caught.value.status == 422 and caught.value.data["issues"][0]["loc"] == ["query"]
    with pytest.raises(NotFoundError):
        memory.history("no-such-record")
    with Keepsake("another-key-altogether", url=str(memory._http.base_url)) as stranger, pytest.raises(InvalidKeyError):
        stranger.details()
    with pytest.raises(InvalidInputError, match="time zone"):
        memory.remember("Now.", occurred_at=datetime(2026, 5, 3))
    memory.close()
    with pytest.raises(Exception, match="the client was closed"):
        memory.details()


def test_the_asynchronous_client_does_the_same(tmp_path: Path) -> None:
    async def journey() -> None:
        async with await AsyncKeepsake.local(tmp_path / "store.db", command=COMMAND) as memory:
            await asyncio.gather(*(memory.remember(f"Guest {number} likes tea.") for number in range(5)))
            assert len([line async for line in memory.export()]) == 6
            assert "tea" in str(await memory.scoped(user="x").recall("Who likes tea?", include_unscoped=True))
            assert (await memory.forget(all=True, confirm=True))["verified"] is True

    asyncio.run(journey())


texts = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=80).filter(str.strip)


labels = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0"), max_size=20)
"""Any labels that the service accepts: it refuses NUL and lone surrogates."""


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=texts, label=labels)
def test_any_text_arrives_unchanged(memory: Keepsake, text: str, label: str) -> None:
    added = memory.remember(text, metadata={"label": label})
    if not added["stored"]:
        return
    decisions = added["data"]["data"]["memory_decisions"]
    items = [*decisions["semantic"]["items"], *decisions["episodic"]["items"], *decisions["procedural"]["items"]]
    record = memory.history(items[0]["record_id"])["items"][0]
    assert record["metadata"] == {"label": label}
    assert items[0]["span"] in text
