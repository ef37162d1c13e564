"""The service that the tests talk to: the real one, built from this repository."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from keepsake import Keepsake

ROOT = Path(__file__).parents[2]
COMMAND = ["node", str(ROOT / "dist" / "cli" / "main.js")]


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    """Stops with a clear message if the command is not built."""
    if not Path(COMMAND[1]).is_file():
        pytest.exit("Cannot test: the command must be built, run `npm run build` first", returncode=2)


@pytest.fixture()
def memory(tmp_path: Path) -> Iterator[Keepsake]:
    """A client with a store of its own."""
    with Keepsake.local(tmp_path / "store.db", command=COMMAND) as client:
        yield client
