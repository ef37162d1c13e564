"""Writes ``client.py`` from ``async_client.py``, so that the two clients cannot differ.

Run ``python tools/make_sync.py`` in the folder ``python``. The tests fail if it was forgotten.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src" / "keepsake"

REPLACEMENTS = (
    (r'"""``AsyncKeepsake``: the verbs of a memory over HTTP, for ``asyncio``."""',
     '"""``Keepsake``: the verbs of a memory over HTTP.\n\nGenerated from async_client.py by tools/make_sync.py: do not edit.\n"""'),
    (r"import asyncio\n", ""),
    (r"from collections.abc import AsyncIterable, AsyncIterator, Iterable, ",
     "from collections.abc import Iterable, Iterator, "),
    (r"\[line async for line in lines\] if isinstance\(lines, AsyncIterable\) else lines", "lines"),
    (r"Iterable\[str\] \| AsyncIterable\[str\]", "Iterable[str]"),
    (r"await asyncio\.to_thread\(([\w.\[\]]+(?:\([^()]*\)\.\w+)?), ([^()]*(?:\([^()]*\)[^()]*)*)\)", r"\1(\2)"),
    (r"await asyncio\.to_thread\(([^,\n]+)\)\n", r"\1()\n"),
    (r"await asyncio\.sleep", "time.sleep"),
    (r"asynccontextmanager", "contextmanager"),
    (r"\basync (def|with|for)", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsyncIterator", "Iterator"),
    (r"\bAsyncKeepsake", "Keepsake"),
    (r"httpx\.Async(Client)", r"httpx.\1"),
    (r"AsyncBaseTransport", "BaseTransport"),
    (r"__a(enter|exit)__", r"__\1__"),
    (r"\baclose\b", "close"),
    (r"\baread\b", "read"),
    (r"\baiter_lines\b", "iter_lines"),
)


def sync_source(source: str) -> str:
    """The source of the synchronous client."""
    for pattern, replacement in REPLACEMENTS:
        source = re.sub(pattern, replacement, source)
    return source


if __name__ == "__main__":
    (FOLDER / "client.py").write_text(sync_source((FOLDER / "async_client.py").read_text()))
