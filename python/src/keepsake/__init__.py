"""Long-term memory for AI agents: remember, recall, and a forget that can be proved.

>>> from keepsake import Keepsake
>>> with Keepsake.local("notes.db") as memory:
...     memory.remember("Ana moved to Lisbon in May and prefers window seats.")
...     print(memory.recall("Where does Ana live?")["semantic_memory"])
"""

from . import types
from .async_client import AsyncKeepsake
from .client import Keepsake
from .errors import (
    BusyError,
    ClosedError,
    InsufficientBalanceError,
    InvalidInputError,
    InvalidKeyError,
    KeepsakeError,
    MissingDependencyError,
    NotFoundError,
    QuotaExceededError,
    RateLimitedError,
    StorageLimitReachedError,
    UnreachableError,
)

__all__ = [
    "AsyncKeepsake",
    "BusyError",
    "ClosedError",
    "InsufficientBalanceError",
    "InvalidInputError",
    "InvalidKeyError",
    "Keepsake",
    "KeepsakeError",
    "MissingDependencyError",
    "NotFoundError",
    "QuotaExceededError",
    "RateLimitedError",
    "StorageLimitReachedError",
    "UnreachableError",
    "types",
]
