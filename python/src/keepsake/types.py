"""The types of requests and payloads.

Generated from the OpenAPI document by `npm run build:python-types`: do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

__all__ = [
    "AddPayload",
    "AddRequest",
    "AuditOperation",
    "AuditPage",
    "AuditRequest",
    "AuditRow",
    "AuditVerdict",
    "AuditVerdictCheckpoint",
    "ChangeKind",
    "ChangedRecord",
    "Confidence",
    "DetailsPayload",
    "DetailsPayloadOperations",
    "EpisodicDecisions",
    "EpisodicItem",
    "ExportRequest",
    "Extraction",
    "ExtractionData",
    "FileExtract",
    "FilePayload",
    "FileRequest",
    "FilterCondition",
    "ForgetPayload",
    "ForgetRequest",
    "HistoryRequest",
    "ImportPayload",
    "MemoryDecisions",
    "MemoryRecord",
    "Message",
    "Operation",
    "PassageCounts",
    "Plan",
    "PreviewItem",
    "PreviewReason",
    "PreviousRecord",
    "ProceduralDecisions",
    "ProceduralItem",
    "ProfileEvent",
    "ProfileFact",
    "ProfilePayload",
    "ProfileRequest",
    "RankedRecord",
    "RecordPage",
    "RecordType",
    "RecordsRequest",
    "RecordsRequestOrder",
    "ResolvedQuery",
    "Role",
    "Rule",
    "RulesOption",
    "SearchPayload",
    "SearchPayloadTrace",
    "SearchPayloadTraceCandidate",
    "SearchPayloadTraceCandidateOutcome",
    "SearchRequest",
    "SemanticContext",
    "SemanticDecisions",
    "SemanticItem",
    "SkippedText",
    "StoreDetails",
    "StoredFile",
    "Usage",
]


RecordType = Literal["semantic", "episodic", "procedural", "file"]


class Usage(TypedDict):
    requests: int
    tokens: int
    spend: float
    """USD."""


class StoreDetails(TypedDict):
    id: str
    name: str
    usage: Usage
    storage_used: int
    """Bytes."""
    storage_limit: int
    """Bytes."""


class _PlanRequired(TypedDict):
    name: str
    storage_gb: float
    token_rate: float


class Plan(_PlanRequired, total=False):
    price_month: float
    """USD a month; absent if 0."""
    mops_month: float
    """Thousands of operations a month; absent without a limit."""
    audit_days: int
    """Days that rows of the audit trail are kept; absent: for ever."""


class DetailsPayloadOperations(TypedDict):
    """Memory operations of the account in the calendar month (UTC); only from a service."""

    used: int
    limit: int | None
    """Null without a limit."""
    resets_at: str
    """ISO 8601: when the next month begins."""


class _DetailsPayloadRequired(TypedDict):
    valid: bool
    api_key: str
    """Empty in a bare library."""
    memory: StoreDetails
    plan: Plan
    wallet_balance: float
    """USD."""


class DetailsPayload(_DetailsPayloadRequired, total=False):
    """What `details` returns."""

    operations: DetailsPayloadOperations
    """Memory operations of the account in the calendar month (UTC); only from a service."""


class FilterCondition(TypedDict, total=False):
    gt: str | float
    gte: str | float
    lt: str | float
    lte: str | float
    ne: str | float | bool | None


RulesOption = Literal["standing", "relevant", "none"]


class _SearchRequestRequired(TypedDict):
    query: str
    """The question, in natural language."""


class SearchRequest(_SearchRequestRequired, total=False):
    """The request of `search`."""

    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""
    include_unscoped: bool
    """With a scope: also read what was remembered without one."""
    previous_context: str
    """The conversation so far; counts less than the query."""
    speaker: str
    """Name of the person who asks: 'I', 'my' and 'we' in the query refer to them."""
    as_of: str
    """Answer with what was true at this time."""
    types: list[RecordType]
    """Only records of these types."""
    filter: dict[str, str | float | bool | None | list[str | float | bool | None] | FilterCondition]
    """Only records whose metadata match every condition."""
    token_budget: int
    """Most tokens of prose in total."""
    limit: int
    """Most records in the answer."""
    rules: RulesOption
    """The user's rules in the answer: standing adds every rule without a condition, relevant only rules that the question is about, none no rules."""
    explain: bool
    """Return records[] too, with each ranking signal."""
    trace: bool
    """Return trace too: what was considered, and why each part of it was returned or left out."""


class _FileExtractRequired(TypedDict):
    file_id: str
    name: str
    media_type: str
    text: str
    score: float


class FileExtract(_FileExtractRequired, total=False):
    page: int
    heading: str


Confidence = Literal["none", "weak", "found"]


class _RuleRequired(TypedDict):
    record_id: str
    text: str
    """The sentences that state it, verbatim."""
    standing: bool
    """True: it applies to every question; false: the question meets its condition."""
    said_by: str | None
    """Name of the person who stated it; null where none was given."""
    said_at: str


class Rule(_RuleRequired, total=False):
    trigger: str
    """The condition, where it has one."""


class RankedRecord(TypedDict):
    record_id: str
    type: RecordType
    """Semantic: a fact; episodic: an event; procedural: a rule; file: an extract."""
    text: str
    score: float
    """Estimated probability that it answers the question, 0 to 1."""
    signals: dict[str, float]
    """The contribution of each ranking signal."""
    source_id: str
    occurred_at: str
    occurred_until: str | None


SearchPayloadTraceCandidateOutcome = Literal["returned", "in_rules", "no_room", "repeated", "replaced", "far_below_best", "no_answer_likely", "unlike", "about_others"]


class SearchPayloadTraceCandidate(TypedDict):
    record_ids: list[str]
    """The records of the passage."""
    type: RecordType
    """Semantic: a fact; episodic: an event; procedural: a rule; file: an extract."""
    text: str
    """The passage, verbatim."""
    speaker: str | None
    source_id: str
    said_at: str
    outcome: SearchPayloadTraceCandidateOutcome
    why: str
    """The outcome in words."""
    score: float
    """Estimated probability that it answers the question, 0 to 1."""
    because: list[str]
    """Its strongest signals in words, strongest first."""
    signals: dict[str, float]
    """The contribution of each ranking signal."""
    tokens: int
    """Tokens of its lines in the prose; 0 where it was left out."""


class _SearchPayloadTraceRequired(TypedDict):
    answerable: float
    """Estimated probability that memory contains an answer, 0 to 1."""
    considered: int
    """Passages that were ranked."""
    candidates: list[SearchPayloadTraceCandidate]
    """Best first, those that were returned before the others."""


class SearchPayloadTrace(_SearchPayloadTraceRequired, total=False):
    """With trace: how the answer came about."""

    note: str
    """Why nothing was searched, where that is so."""


class _SearchPayloadRequired(TypedDict):
    semantic_memory: str
    episodic_memory: str
    procedural_memory: str
    relevant_file_ids: list[str]
    file_memory: list[FileExtract]
    tokens: int
    cost: float
    wallet_balance: float


class SearchPayload(_SearchPayloadRequired, total=False):
    """What `search` returns."""

    confidence: Confidence
    """Weak: memory may have no answer: the payload is related to the question, and its reader must judge whether it answers the question."""
    rules: list[Rule]
    """The user's rules: those without a condition, newest first, then those whose condition the question meets."""
    records: list[RankedRecord]
    """With explain: the records in the answer, best first."""
    trace: SearchPayloadTrace
    """With trace: how the answer came about."""


Role = Literal["user", "assistant", "system", "tool"]


class _MessageRequired(TypedDict):
    role: Role
    """Who wrote the message."""
    content: str
    """The text of the message."""


class Message(_MessageRequired, total=False):
    name: str
    """Name of the speaker; without it, only the role is known."""
    at: str
    """When it was said."""


class _AddRequestRequired(TypedDict):
    content: str | list[Message]
    """A text, or a list of chat messages."""


class AddRequest(_AddRequestRequired, total=False):
    """The request of `add`."""

    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""
    previous_context: str
    """The conversation so far; helps to understand the content and is not stored."""
    occurred_at: str
    """When it was said or happened; without it, now."""
    speaker: str
    """Name of the person who says it: 'I' and 'my' refer to them."""
    metadata: dict[str, str | float | bool | None | list[str | float | bool | None]]
    """Your own labels."""
    expires_at: str
    """Erased automatically after this time."""
    idempotency_key: str
    """A repeated call with the same key returns the first answer and writes nothing."""
    dry_run: bool
    """Return what would be stored, replaced and skipped; nothing is written, counted or charged."""


Operation = Literal["CREATE", "UPDATE"]


ChangeKind = Literal["replaced", "ended", "corrected"]


class ChangedRecord(TypedDict):
    record_id: str
    """Id of the earlier record."""
    value: str
    """The value of a fact, the text of a rule."""
    change: ChangeKind
    """Replaced: another value became true; ended: it stopped being true; corrected: it was never true."""


class PreviousRecord(TypedDict):
    """The most recent record that it replaces."""

    record_id: str
    """Id of the earlier record."""
    value: str
    """The value of a fact, the text of a rule."""


class _SemanticItemRequired(TypedDict):
    operation: Operation
    """UPDATE where it replaces an earlier record, else CREATE."""
    reason: str
    """Why it was stored."""
    record_id: str
    """Id of the new record; of a dry run, of no record."""
    source_id: str
    """Id of the source that this call created."""
    message: int
    """Index of the message it came from; 0 for a plain text."""
    span: str
    """The verbatim part of the message that supports it."""
    certainty: float
    """The extractor's confidence; 1 where it gives none."""
    changed: list[ChangedRecord]
    """Every earlier record that it changed."""
    entity: str
    """The person or thing it is about."""
    property: str
    """Which property of the entity it states."""
    value: str
    text: str
    """The fact as a sentence that makes sense on its own."""


class SemanticItem(_SemanticItemRequired, total=False):
    previous: PreviousRecord
    """The most recent record that it replaces."""


class SemanticDecisions(TypedDict):
    use: bool
    """Whether anything of this type was written."""
    items: list[SemanticItem]


class EpisodicItem(TypedDict):
    operation: Operation
    """UPDATE where it replaces an earlier record, else CREATE."""
    reason: str
    """Why it was stored."""
    record_id: str
    """Id of the new record; of a dry run, of no record."""
    source_id: str
    """Id of the source that this call created."""
    message: int
    """Index of the message it came from; 0 for a plain text."""
    span: str
    """The verbatim part of the message that supports it."""
    certainty: float
    """The extractor's confidence; 1 where it gives none."""
    changed: list[ChangedRecord]
    """Every earlier record that it changed."""
    document: str
    """The passage, verbatim."""
    occurred_at: str
    """When it happened or was said; the start of a period."""
    occurred_until: str | None
    """The exclusive end of a period such as a day or a month; null for an instant."""
    participants: list[str]
    """The people who took part."""


class EpisodicDecisions(TypedDict):
    use: bool
    """Whether anything of this type was written."""
    items: list[EpisodicItem]


class _ProceduralItemRequired(TypedDict):
    operation: Operation
    """UPDATE where it replaces an earlier record, else CREATE."""
    reason: str
    """Why it was stored."""
    record_id: str
    """Id of the new record; of a dry run, of no record."""
    source_id: str
    """Id of the source that this call created."""
    message: int
    """Index of the message it came from; 0 for a plain text."""
    span: str
    """The verbatim part of the message that supports it."""
    certainty: float
    """The extractor's confidence; 1 where it gives none."""
    changed: list[ChangedRecord]
    """Every earlier record that it changed."""
    document: str
    """The passage, verbatim."""


class ProceduralItem(_ProceduralItemRequired, total=False):
    trigger: str
    """The condition under which it applies."""
    previous: PreviousRecord
    """The most recent record that it replaces."""


class ProceduralDecisions(TypedDict):
    use: bool
    """Whether anything of this type was written."""
    items: list[ProceduralItem]


class MemoryDecisions(TypedDict):
    semantic: SemanticDecisions
    episodic: EpisodicDecisions
    procedural: ProceduralDecisions


class SkippedText(TypedDict):
    text: str
    """Verbatim."""
    reason: str
    """Why it was not stored."""


class ExtractionData(TypedDict):
    should_store_memory: bool
    """Whether anything was stored or should be."""
    memory_decisions: MemoryDecisions
    skipped: list[SkippedText]
    """Texts that were not stored, and why."""


class SemanticContext(TypedDict):
    record_id: str
    text: str


class ResolvedQuery(TypedDict):
    datetime: str
    """When it was said."""
    previous_context: str
    current_context: str
    semantic_context: list[SemanticContext]
    episodic_context: list[SemanticContext]
    procedural_context: list[SemanticContext]


class Extraction(TypedDict):
    status: int
    """200 where extraction ran."""
    success: bool
    """False where a model failed and the bundled rules decided."""
    data: ExtractionData
    query: ResolvedQuery


class _AddPayloadRequired(TypedDict):
    stored: bool
    """Whether anything was written."""
    bytes: int
    """UTF-8 bytes of the stored passages; 0 where none was stored."""
    embedding_bytes: int
    """Bytes of the vectors, as stored."""
    total_storage_bytes: int
    """What this call added to memory.storage_used."""
    data: Extraction
    tokens: int
    """Tokens used by this call."""
    cost: float
    """USD."""
    wallet_balance: float
    """USD, after the call."""


class AddPayload(_AddPayloadRequired, total=False):
    """What `add` returns."""

    dry_run: Literal[True]
    """Present where dry_run was given: nothing was written."""


class _FileRequestRequired(TypedDict):
    name: str
    """For instance report.pdf; a file of the same name is a newer version."""
    data: str
    """The file's bytes, in base64."""


class FileRequest(_FileRequestRequired, total=False):
    """The request of `file`."""

    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""
    media_type: str
    """Media type, for instance application/pdf; without it, the name and the content decide."""
    file_id: str
    """Id of the file that this is a newer version of, even under another name."""
    occurred_at: str
    """When it was written; a passage that has its own time uses that."""
    metadata: dict[str, str | float | bool | None | list[str | float | bool | None]]
    """Your own labels."""
    expires_at: str
    """Erased automatically after this time."""


class PassageCounts(TypedDict):
    created: int
    """Added by this call."""
    known: int
    """Already stored, and still in the file."""
    ended: int
    """In the previous version, no longer in this one."""


class StoredFile(TypedDict):
    name: str
    media_type: str
    passages: PassageCounts


class FilePayload(TypedDict):
    """What `file` returns."""

    stored: bool
    """Whether anything was written."""
    bytes: int
    """UTF-8 bytes of the stored passages; 0 where none was stored."""
    embedding_bytes: int
    """Bytes of the vectors, as stored."""
    total_storage_bytes: int
    """What this call added to memory.storage_used."""
    data: Extraction
    tokens: int
    """Tokens used by this call."""
    cost: float
    """USD."""
    wallet_balance: float
    """USD, after the call."""
    file_id: str
    file: StoredFile


class ProfileRequest(TypedDict, total=False):
    """The request of `profile`."""

    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""
    include_unscoped: bool
    """With a scope: also read what was remembered without one."""
    speaker: str
    """Whose profile: the speaker name that their messages carry."""
    filter: dict[str, str | float | bool | None | list[str | float | bool | None] | FilterCondition]
    """Only records whose metadata match every condition."""
    token_budget: int
    """Most tokens of prose in total."""


class ProfileFact(TypedDict):
    record_id: str
    entity: str
    property: str
    value: str
    text: str
    """The fact as a sentence with its time; the original words where the fact is unsure."""
    since: str
    """When it became true; where unknown, when it was said."""


class ProfileEvent(TypedDict):
    record_id: str
    text: str
    """The original words, with speaker and time."""
    occurred_at: str
    """When it happened or will happen."""
    coming: bool
    """True for future events and open plans."""


class ProfilePayload(TypedDict):
    """What `profile` returns."""

    about: str
    """The person it describes: a name, or "the user" where no name is known."""
    semantic_memory: str
    """Prose: who the user is, then other current facts."""
    episodic_memory: str
    """Prose: recent events, then future ones."""
    procedural_memory: str
    """Prose: standing rules, newest first."""
    facts: list[ProfileFact]
    """Most important first."""
    events: list[ProfileEvent]
    """Oldest first."""
    rules: list[Rule]
    """Rules without a condition, newest first."""
    tokens: int
    """Tokens of the prose."""


class ForgetRequest(TypedDict, total=False):
    """The request of `forget`."""

    ids: list[str]
    """The records with these ids."""
    file_id: str
    """Everything that came from this file."""
    entity: str
    """Records that are about, were said by, or mention this person or thing."""
    type: RecordType
    """Records of this type."""
    before: str
    """Records whose occurred_at is before this time."""
    after: str
    """Records whose occurred_at is at or after this time."""
    filter: dict[str, str | float | bool | None | list[str | float | bool | None] | FilterCondition]
    """Records whose metadata match every condition."""
    query: str
    """Records that state what the query asks about; rules only if it names rules; only a preview without confirm."""
    speaker: str
    """Name of the person who asks: 'I' and 'my' in the query refer to them."""
    all: Literal[True]
    """Everything; requires confirm."""
    confirm: bool
    """Erase what query or all selects, instead of a preview."""
    dry_run: bool
    """Only preview, whatever selects: what would be erased, and why; nothing is erased."""
    reason: str
    """Written to the audit trail as given: put no content in it."""
    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""


PreviewReason = Literal["selected", "ancestor", "shares_passage"]


class _PreviewItemRequired(TypedDict):
    record_id: str
    type: RecordType
    """Semantic: a fact; episodic: an event; procedural: a rule; file: an extract."""
    text: str
    because: PreviewReason
    """Why it would be erased."""


class PreviewItem(_PreviewItemRequired, total=False):
    why: str
    """The reason in words: which part of it the selector matches."""


class _ForgetPayloadRequired(TypedDict):
    forgotten: int
    """Number of records erased; 0 for a preview."""
    ids: list[str]
    """Records that were, or would be, erased."""
    preview: list[PreviewItem]
    """Records that would be erased; empty after an erasure."""
    freed_bytes: int
    """Bytes that storage_used decreased by."""
    verified: bool
    """No index finds them any more, and every byte of the file that belongs to no row is zero."""


class ForgetPayload(_ForgetPayloadRequired, total=False):
    """What `forget` returns."""

    unproven: str
    """No index finds them any more, but this store cannot prove that their bytes are gone: why."""


RecordsRequestOrder = Literal["oldest", "newest"]


class RecordsRequest(TypedDict, total=False):
    """The request of `records`."""

    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""
    include_unscoped: bool
    """With a scope: also read what was remembered without one."""
    ids: list[str]
    """The records with these ids."""
    types: list[RecordType]
    """Only records of these types."""
    entity: str
    """Records about this person or thing."""
    property: str
    """Facts with this property, for instance home."""
    source_id: str
    """Records of one call of remember."""
    after: str
    """Records whose occurred_at is at or after this time."""
    before: str
    """Records whose occurred_at is before this time."""
    filter: dict[str, str | float | bool | None | list[str | float | bool | None] | FilterCondition]
    """Records whose metadata match every condition."""
    speaker: str
    """Records that this person said; case and accents are ignored."""
    text: str
    """Records whose text contains this; case and accents are ignored."""
    as_of: str
    """Records that were true at this time."""
    include_superseded: bool
    """Also return records that were replaced."""
    order: RecordsRequestOrder
    """Which is first, as recorded; without it, oldest."""
    cursor: str
    """The next_cursor of the previous page."""
    limit: int
    """Most items of one page."""


class _MemoryRecordRequired(TypedDict):
    id: str
    type: RecordType
    """Semantic: a fact; episodic: an event; procedural: a rule; file: an extract."""
    text: str
    """The verbatim passage, or the statement drawn from it."""
    entity: str | None
    """The person or thing it is about."""
    property: str | None
    value: str | None
    trigger: str | None
    """The condition of a rule."""
    speaker: str | None
    """The person who said it."""
    source_id: str
    occurred_at: str
    """When it happened or was said; the start of a period."""
    occurred_until: str | None
    """The exclusive end of a period such as a day or a month; null for an instant."""
    valid_from: str | None
    """When it became true."""
    valid_to: str | None
    """When it stopped being true."""
    created_at: str
    """When it was recorded."""
    superseded_by: str | None
    """Id of the record that replaced it."""
    expires_at: str | None
    metadata: dict[str, str | float | bool | None | list[str | float | bool | None]]


class MemoryRecord(_MemoryRecordRequired, total=False):
    certainty: float
    """The extractor's confidence, where it is below 1."""
    file_id: str
    """Of a file record: the file it came from."""
    page: int
    """Of a file record: the page, where the format has pages."""
    heading: str
    """Of a file record: the headings above it, outermost first."""


class RecordPage(TypedDict):
    """What `records` returns."""

    items: list[MemoryRecord]
    next_cursor: str | None


class _HistoryRequestRequired(TypedDict):
    id: str


class HistoryRequest(_HistoryRequestRequired, total=False):
    """The request of `history`."""

    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""


AuditOperation = Literal["REMEMBER", "CREATE", "UPDATE", "FORGET", "EXPIRE", "IMPORT", "REEMBED", "PRUNE", "KEY_CREATE", "KEY_REVOKE"]


class AuditRequest(TypedDict, total=False):
    """The request of `audit`."""

    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""
    operation: AuditOperation
    """Only rows of this operation."""
    record_id: str
    """Only rows about this record."""
    after: str
    """Only rows written at or after this time."""
    before: str
    """Only rows written before this time."""
    cursor: str
    """The next_cursor of the previous page."""
    limit: int
    """Most items of one page."""


class _AuditRowRequired(TypedDict):
    seq: int
    at: str
    actor: str
    operation: AuditOperation
    record_id: str | None
    record_type: RecordType | None
    reason: str | None
    previous_hash: str
    """SHA-256, hex; 64 zeros before the first row."""
    hash: str
    """SHA-256, hex, over the row and previous_hash."""


class AuditRow(_AuditRowRequired, total=False):
    scope: int
    """Number of the scope it belongs to; reveals no labels; absent without a scope."""


class AuditPage(TypedDict):
    """What `audit` returns."""

    items: list[AuditRow]
    next_cursor: str | None


class AuditVerdictCheckpoint(TypedDict):
    """From which the chain is verified; absent if no row was removed."""

    store: str
    """Id of the store."""
    seq: int
    """Seq of the last removed row, and how many rows were removed so far."""
    hash: str
    """Hash of that row, which the first row that is left has as previous_hash."""
    before: str
    """Rows written before this time were removed."""
    at: str
    """When they were removed."""
    public_key: str
    """Ed25519, 32 bytes, base64url."""
    signature: str
    """Ed25519 over the JSON of the fields above, in this order; base64url."""


class _AuditVerdictRequired(TypedDict):
    valid: bool
    rows: int


class AuditVerdict(_AuditVerdictRequired, total=False):
    """What `verify_audit` returns."""

    broken_at: int
    """Seq of the first row that fails the check, or of the last removed row where the checkpoint fails it."""
    verified_from: str
    """Rows written before this time were removed; absent if none was."""
    checkpoint: AuditVerdictCheckpoint
    """From which the chain is verified; absent if no row was removed."""


class ExportRequest(TypedDict, total=False):
    """The request of `export`."""

    scope: dict[str, str]
    """Whose memory it is: labels such as user, agent, session, app."""
    source_id: str


class ImportPayload(TypedDict):
    """What `import` returns."""

    sources: int
    records: int
    skipped: int
