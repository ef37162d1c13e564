"""``AsyncKeepsake``: the verbs of a memory over HTTP, for ``asyncio``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, cast

import httpx

from ._answers import Answer, error_from, payload_of
from ._calls import (
    LINES,
    Call,
    Scope,
    Time,
    base64_of,
    checked_key,
    checked_url,
    content_of,
    idempotency_key_of,
    import_bodies,
    import_call,
    json_call,
    listed,
    merged,
)
from ._local import LocalService
from ._retry import Attempts, RetryPolicy, retry_after
from .errors import error_of
from .types import (
    AddPayload,
    AuditOperation,
    AuditPage,
    AuditVerdict,
    DetailsPayload,
    FilePayload,
    ForgetPayload,
    ImportPayload,
    Message,
    ProfilePayload,
    RecordPage,
    RecordType,
    RulesOption,
    SearchPayload,
)

DEFAULT_URL = "http://127.0.0.1:8787"
"""Where ``keepsake serve`` listens by default."""


class AsyncKeepsake:
    """A memory store behind a URL.

    Requests are sent again after connection errors and the statuses 408, 409, 429, 500, 502, 503
    and 504. Every write is safe to repeat: an add has an idempotency key, a repeated import or file
    changes nothing, and a repeated forget finds nothing more.

    Args:
        api_key: The key, which is bound to one store.
        url: The address of the service, without ``/api/memory``.
        timeout: Seconds that one try may wait for the service at a time.
        max_retries: Tries after the first one.
        scope: Labels that are added to every call.
        hosted: The service has only ``details``, ``search`` and ``add``, and no idempotency keys;
            an add is then repeated only if the service refused it.
        transport: Replaces the network, for example with ``httpx.MockTransport`` in tests.

    Raises:
        InvalidInputError: if the key or the url is malformed.

    Example:
        >>> async with AsyncKeepsake("key") as memory:
        ...     await memory.remember("Ana moved to Lisbon in May.")
        ...     answer = await memory.recall("Where does Ana live?")
    """

    def __init__(
        self,
        api_key: str,
        *,
        url: str = DEFAULT_URL,
        timeout: float = 30.0,
        max_retries: int = 2,
        scope: Scope | None = None,
        hosted: bool = False,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._policy = RetryPolicy(max_retries=max_retries)
        self._scope = scope
        self._hosted = hosted
        self._service: LocalService | None = None
        # A redirect would send the content, and perhaps the key, to another server.
        self._http = httpx.AsyncClient(
            base_url=checked_url(url),
            headers={"authorization": f"Bearer {checked_key(api_key)}"},
            timeout=timeout,
            transport=transport,
            follow_redirects=False,
            trust_env=False,
        )

    @classmethod
    async def local(
        cls,
        path: str | PathLike[str],
        *,
        command: Sequence[str] | None = None,
        timeout: float = 30.0,
        max_retries: int = 2,
        scope: Scope | None = None,
    ) -> AsyncKeepsake:
        """Starts keepsake for one store file and returns a client for it.

        The service listens on a random loopback port with a random key, and ends with this process
        or with ``close()``, whichever comes first.

        Args:
            path: The store's SQLite file. It is created if it does not exist.
            command: The command that runs keepsake, for example ``["npx", "keepsake"]``. Without
                it, the nearest ``node_modules/keepsake`` is run, then ``keepsake`` on the PATH.

        Raises:
            MissingDependencyError: if Node.js or keepsake is not found; the message says what to
                install.
            UnreachableError: if the service does not start.
        """
        service = await asyncio.to_thread(LocalService.start, Path(path), command)
        client = cls(service.key, url=service.url, timeout=timeout, max_retries=max_retries, scope=scope)
        client._service = service
        return client

    def scoped(self, **labels: str) -> AsyncKeepsake:
        """Returns a client that is bound to a scope, such as ``scoped(user="alice")``.

        It shares the connections of this client. Closing it does nothing.
        """
        return self._copy(scope=merged(self._scope, labels, "bind the scope"))

    def with_options(self, *, timeout: float | None = None, max_retries: int | None = None) -> AsyncKeepsake:
        """Returns a client with other limits, which shares the connections of this client."""
        copy = self._copy(scope=self._scope)
        if max_retries is not None:
            copy._policy = replace(self._policy, max_retries=max_retries)
        copy._timeout = timeout
        return copy

    async def remember(
        self,
        content: str | Sequence[Message],
        *,
        previous_context: str | None = None,
        occurred_at: Time | None = None,
        speaker: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires_at: Time | None = None,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        scope: Scope | None = None,
    ) -> AddPayload:
        """Stores the facts, events and rules in a text or a chat.

        Args:
            content: A text, or a list of chat messages.
            previous_context: The conversation so far; helps to understand and is not stored.
            occurred_at: When it was said or happened. Default: now.
            speaker: Who says it: "I" and "my" refer to them.
            metadata: Your own labels.
            expires_at: Erased automatically after this time.
            idempotency_key: A repeated call with the same key writes nothing. Default: a random key.
            dry_run: Returns what would be stored, replaced and skipped, and writes nothing.
        """
        action = "remember"
        fields = {
            "content": content_of(cast("str | Sequence[Mapping[str, Any]]", content)),
            "previous_context": previous_context,
            "occurred_at": occurred_at,
            "speaker": speaker,
            "metadata": metadata,
            "expires_at": expires_at,
            "idempotency_key": idempotency_key_of(idempotency_key, dry_run=dry_run, hosted=self._hosted),
            "dry_run": dry_run or None,
            "scope": merged(self._scope, scope, action),
        }
        call = json_call("add", action, fields, repeatable=not self._hosted)
        return cast(AddPayload, await self._send(call))

    async def remember_many(
        self, contents: Iterable[str | Sequence[Message]], *, scope: Scope | None = None
    ) -> AsyncIterator[AddPayload]:
        """Remembers several contents in order, and yields the payload of each."""
        for content in contents:
            yield await self.remember(content, scope=scope)

    async def remember_file(
        self,
        path: str | PathLike[str] | None = None,
        *,
        name: str | None = None,
        data: bytes | None = None,
        media_type: str | None = None,
        file_id: str | None = None,
        occurred_at: Time | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires_at: Time | None = None,
        scope: Scope | None = None,
    ) -> FilePayload:
        """Stores the passages of a file: its ``path``, or its ``name`` and ``data``.

        The whole file is sent, at most 24 MiB. Sending it again changes nothing.
        """
        action = "remember the file"
        if path is not None:
            data = await asyncio.to_thread(Path(path).read_bytes)
            name = name or Path(path).name
        fields = {
            "name": name,
            "data": None if data is None else base64_of(data),
            "media_type": media_type,
            "file_id": file_id,
            "occurred_at": occurred_at,
            "metadata": metadata,
            "expires_at": expires_at,
            "scope": merged(self._scope, scope, action),
        }
        return cast(FilePayload, await self._send(json_call("file", action, fields)))

    async def recall(
        self,
        query: str,
        *,
        previous_context: str | None = None,
        speaker: str | None = None,
        as_of: Time | None = None,
        types: Iterable[RecordType] | None = None,
        filter: Mapping[str, Any] | None = None,
        token_budget: int | None = None,
        limit: int | None = None,
        rules: RulesOption | None = None,
        explain: bool | None = None,
        trace: bool | None = None,
        scope: Scope | None = None,
        include_unscoped: bool | None = None,
    ) -> SearchPayload:
        """Returns what memory knows about a question, as prose for a prompt.

        Args:
            query: The question, in natural language.
            previous_context: The conversation so far; counts less than the query.
            speaker: Who asks: "I", "my" and "we" in the query refer to them.
            as_of: Answer with what was true at this time.
            types: Only records of these types.
            filter: Only records whose metadata match every condition.
            token_budget: Most tokens of prose. Default: 1,000.
            limit: Most records in the answer. Default: 50.
            rules: Which of the user's rules come with the answer. Default: "standing".
            explain: Return ``records`` too, with each ranking signal.
            trace: Return ``trace`` too: what was considered, and why it was returned or left out.
            include_unscoped: With a scope: also read what was remembered without one.
        """
        action = "recall"
        fields = {
            "query": query,
            "previous_context": previous_context,
            "speaker": speaker,
            "as_of": as_of,
            "types": listed(types),
            "filter": filter,
            "token_budget": token_budget,
            "limit": limit,
            "rules": rules,
            "explain": explain,
            "trace": trace,
            "scope": merged(self._scope, scope, action),
            "include_unscoped": include_unscoped,
        }
        return cast(SearchPayload, await self._send(json_call("search", action, fields)))

    async def add(self, content: str, previous_context: str | None = None) -> AddPayload:
        """The same as ``remember``, under the name of the REST endpoint."""
        return await self.remember(content, previous_context=previous_context)

    async def search(self, query: str, previous_context: str | None = None) -> SearchPayload:
        """The same as ``recall``, under the name of the REST endpoint."""
        return await self.recall(query, previous_context=previous_context)

    async def profile(
        self,
        *,
        speaker: str | None = None,
        filter: Mapping[str, Any] | None = None,
        token_budget: int | None = None,
        scope: Scope | None = None,
        include_unscoped: bool | None = None,
    ) -> ProfilePayload:
        """Returns what a prompt should always contain about a user."""
        action = "read the profile"
        fields = {
            "speaker": speaker,
            "filter": filter,
            "token_budget": token_budget,
            "scope": merged(self._scope, scope, action),
            "include_unscoped": include_unscoped,
        }
        return cast(ProfilePayload, await self._send(json_call("profile", action, fields)))

    async def forget(
        self,
        *,
        ids: Iterable[str] | None = None,
        file_id: str | None = None,
        entity: str | None = None,
        type: RecordType | None = None,
        before: Time | None = None,
        after: Time | None = None,
        filter: Mapping[str, Any] | None = None,
        query: str | None = None,
        speaker: str | None = None,
        all: bool | None = None,
        confirm: bool | None = None,
        dry_run: bool | None = None,
        reason: str | None = None,
        scope: Scope | None = None,
    ) -> ForgetPayload:
        """Erases what the selector matches, and verifies the erasure.

        A ``query``, or ``all``, only previews what would be erased, unless ``confirm`` is true.
        With ``dry_run``, anything only previews.
        ``reason`` is written unchanged to the audit trail: put no content in it.
        """
        action = "forget"
        fields = {
            "ids": listed(ids),
            "file_id": file_id,
            "entity": entity,
            "type": type,
            "before": before,
            "after": after,
            "filter": filter,
            "query": query,
            "speaker": speaker,
            "all": all,
            "confirm": confirm,
            "dry_run": dry_run,
            "reason": reason,
            "scope": merged(self._scope, scope, action),
        }
        return cast(ForgetPayload, await self._send(json_call("forget", action, fields)))

    async def details(self) -> DetailsPayload:
        """Returns plan, usage, storage and wallet. It contains the key: do not log it."""
        return cast(DetailsPayload, await self._send(json_call("details", "read the details", {})))

    async def records(
        self,
        *,
        ids: Iterable[str] | None = None,
        types: Iterable[RecordType] | None = None,
        entity: str | None = None,
        property: str | None = None,
        source_id: str | None = None,
        after: Time | None = None,
        before: Time | None = None,
        filter: Mapping[str, Any] | None = None,
        speaker: str | None = None,
        text: str | None = None,
        as_of: Time | None = None,
        include_superseded: bool | None = None,
        order: Literal["oldest", "newest"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        scope: Scope | None = None,
        include_unscoped: bool | None = None,
    ) -> RecordPage:
        """Lists records, by default oldest first, page by page; ``next_cursor`` is the cursor of the next page."""
        action = "list records"
        fields = {
            "ids": listed(ids),
            "types": listed(types),
            "entity": entity,
            "property": property,
            "source_id": source_id,
            "after": after,
            "before": before,
            "filter": filter,
            "speaker": speaker,
            "text": text,
            "as_of": as_of,
            "include_superseded": include_superseded,
            "order": order,
            "cursor": cursor,
            "limit": limit,
            "scope": merged(self._scope, scope, action),
            "include_unscoped": include_unscoped,
        }
        return cast(RecordPage, await self._send(json_call("records", action, fields)))

    async def history(self, id: str, *, scope: Scope | None = None) -> RecordPage:
        """Returns a record with the records that it replaced and those that replaced it."""
        action = "read the history"
        fields = {"id": id, "scope": merged(self._scope, scope, action)}
        return cast(RecordPage, await self._send(json_call("history", action, fields)))

    async def audit(
        self,
        *,
        operation: AuditOperation | None = None,
        record_id: str | None = None,
        after: Time | None = None,
        before: Time | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        scope: Scope | None = None,
    ) -> AuditPage:
        """Lists the audit trail, oldest first, page by page."""
        action = "read the audit trail"
        fields = {
            "operation": operation,
            "record_id": record_id,
            "after": after,
            "before": before,
            "cursor": cursor,
            "limit": limit,
            "scope": merged(self._scope, scope, action),
        }
        return cast(AuditPage, await self._send(json_call("audit", action, fields)))

    async def verify_audit(self) -> AuditVerdict:
        """Recomputes the hash chain of the audit trail."""
        call = json_call("verify_audit", "verify the audit trail", {})
        return cast(AuditVerdict, await self._send(call))

    async def export(self, *, source_id: str | None = None, scope: Scope | None = None) -> AsyncIterator[str]:
        """Yields the store as JSON Lines, each line as it arrives.

        Raises:
            UnreachableError: if the stream ends early; the lines before were yielded.
        """
        action = "export"
        fields = {"source_id": source_id, "scope": merged(self._scope, scope, action)}
        call = json_call("export", action, fields)
        async with self._stream(call) as response:
            if response.headers.get("content-type", "").split(";")[0].strip() != LINES:
                # An envelope: the key is unknown, or the server is not a keepsake service.
                payload_of(await self._answer(response), action)
                raise error_of("service_failed", f"Cannot {action}: the response must be JSON Lines", status=200)
            async for line in response.aiter_lines():
                text = line.rstrip("\n")
                if text:
                    yield text

    async def import_(
        self, lines: Iterable[str] | AsyncIterable[str], *, scope: Scope | None = None
    ) -> ImportPayload:
        """Imports the lines of ``export``, in requests of limited size.

        After an interruption, run it again: existing records are skipped.
        """
        action = "import"
        total: ImportPayload = {"sources": 0, "records": 0, "skipped": 0}
        given = [line async for line in lines] if isinstance(lines, AsyncIterable) else lines
        for body in import_bodies(given):
            part = await self._send(import_call(body, merged(self._scope, scope, action)))
            total["sources"] += part["sources"]
            total["records"] += part["records"]
            total["skipped"] += part["skipped"]
        return total

    async def close(self) -> None:
        """Closes the connections, and ends the service that ``local`` started."""
        if self._is_shared:
            return
        await self._http.aclose()
        if self._service is not None:
            await asyncio.to_thread(self._service.stop)

    async def __aenter__(self) -> AsyncKeepsake:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    _is_shared = False
    _timeout: float | None = None

    def _copy(self, *, scope: Scope | None) -> AsyncKeepsake:
        copy = object.__new__(AsyncKeepsake)
        copy.__dict__.update(self.__dict__)
        copy._scope = scope
        copy._is_shared = True
        return copy

    async def _send(self, call: Call) -> Any:
        """Sends a request until its answer is final, and returns the payload."""
        attempts = Attempts(call, self._policy)
        while True:
            try:
                answer = await self._answer(await self._open(call))
                wait = attempts.after_answer(answer)
            except httpx.TransportError as failure:
                wait = attempts.after_failure(failure)
            else:
                if wait is None:
                    return payload_of(answer, call.action)
            await asyncio.sleep(wait)

    @asynccontextmanager
    async def _stream(self, call: Call) -> AsyncIterator[httpx.Response]:
        """Sends a request until the response has status 200. Its body may still be arriving."""
        attempts = Attempts(call, self._policy)
        while True:
            try:
                response = await self._open(call)
                if response.status_code == 200:
                    break
                answer = await self._answer(response)
                wait = attempts.after_answer(answer)
            except httpx.TransportError as failure:
                wait = attempts.after_failure(failure)
            else:
                if wait is None:
                    raise error_from(answer, call.action)
            await asyncio.sleep(wait)
        try:
            yield response
        except httpx.TransportError as failure:
            raise attempts.unreachable(failure) from failure
        finally:
            await response.aclose()

    async def _open(self, call: Call) -> httpx.Response:
        return await self._http.send(self._request(call), stream=True)

    def _request(self, call: Call) -> httpx.Request:
        if self._http.is_closed:
            raise error_of("closed", f"Cannot {call.action}: the client was closed")
        limit = self._http.timeout if self._timeout is None else httpx.Timeout(self._timeout)
        headers = {"content-type": call.media_type}
        return self._http.build_request("POST", call.path, content=call.body, headers=headers, timeout=limit)

    async def _answer(self, response: httpx.Response) -> Answer:
        try:
            body = await response.aread()
        finally:
            await response.aclose()
        asked = retry_after(response.headers.get("retry-after"), time.time())
        return Answer(response.status_code, body.decode("utf-8", errors="replace"), asked)
