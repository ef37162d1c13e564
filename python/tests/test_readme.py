"""Runs the programs of the README as a reader does: in a folder where npm has installed keepsake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from keepsake import Keepsake

README = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
#: A service that somebody else runs. The programs get the one of the test instead.
SERVICE = 'memory = Keepsake("the API key", url="https://memory.example")\n'


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the test in a folder of its own, which has the built package."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "keepsake").symlink_to(ROOT, target_is_directory=True)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_the_readme_runs(program: str, memory: Keepsake) -> None:
    exec(program.replace(SERVICE, ""), {"memory": memory})


def test_the_first_program_prints_what_its_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PROGRAMS[0], {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Ana lives in Lisbon (since May ")
    assert lines[-4:] == [
        "found",
        "Ana lives in Lisbon. – states the fact that the query names",
        "Ana moved to Lisbon in May. – states the fact that the query names",
        "True",
    ]
