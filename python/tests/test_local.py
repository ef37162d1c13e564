"""The service that ``Keepsake.local`` starts, and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import COMMAND
from keepsake import Keepsake, MissingDependencyError, UnreachableError

CHILD = """
import sys, time
from keepsake import Keepsake
memory = Keepsake.local(sys.argv[1], command=sys.argv[2:])
print(memory._service.process.pid, flush=True)
time.sleep(60)
"""


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def ends_within(pid: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not is_running(pid):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the state of processes from /proc")
def test_no_service_is_left_when_its_parent_is_killed(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", CHILD, str(tmp_path / "store.db"), *COMMAND]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        service = int(parent.stdout.readline())
        assert is_running(service)
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait()
    assert ends_within(service, 15)


def test_close_ends_the_service_and_keeps_the_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    first = Keepsake.local(path, command=COMMAND)
    first.remember("Ana lives in Lisbon.")
    assert first._service is not None
    first.close()
    assert first._service.process.returncode == 0
    with Keepsake.local(path, command=COMMAND) as second:
        assert "Lisbon" in second.recall("Where does Ana live?")["semantic_memory"]


def test_a_service_that_cannot_start_says_why(tmp_path: Path) -> None:
    damaged = tmp_path / "store.db"
    damaged.write_bytes(b"this is no database" * 100)
    with pytest.raises(UnreachableError, match="Cannot start keepsake"):
        Keepsake.local(damaged, command=COMMAND)


def test_without_keepsake_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingDependencyError, match="npm install keepsake"):
        Keepsake.local(tmp_path / "store.db")
    script = tmp_path / "node_modules" / "keepsake" / "dist" / "cli" / "main.js"
    script.parent.mkdir(parents=True)
    script.write_text("")
    with pytest.raises(MissingDependencyError, match=r"keepsake\[local\]"):
        Keepsake.local(tmp_path / "store.db")
