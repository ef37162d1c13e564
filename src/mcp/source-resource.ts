/**
 * `keepsake://records/{id}/source`: the exact text that a record was extracted from, so that a
 * claim can be checked.
 */
import {
  type CallToolResult,
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { exchangedSource } from "../contract/maintenance/exchange.js";
import type { MemoryService } from "../contract/memory-service.js";
import type { SearchPayload } from "../contract/recall.js";
import { fence } from "../prompt-safety/fence.js";
import { type FailureParts, shownError } from "./failures.js";

const template = "keepsake://records/{id}/source";

/** The parts that the resource needs. */
export interface SourceParts extends FailureParts {
  readonly memory: MemoryService;
  readonly newBoundary: () => string;
}

/** The URI of the source of a record. */
export function sourceUri(recordId: string): string {
  return `keepsake://records/${encodeURIComponent(recordId)}/source`;
}

/** Links to the sources of the records in a search payload, best first. */
export function sourceLinks({ records = [] }: SearchPayload): CallToolResult["content"] {
  return records.slice(0, 10).map(({ record_id, type }) => ({
    type: "resource_link",
    uri: sourceUri(record_id),
    // A model reads the name without a fence, and an imported id may contain any text. Only a text
    // that has the form of an id is shown.
    name: /^[\w-]{1,64}$/.test(record_id) ? `source of ${record_id}` : "source of a record",
    description: `The exact text that this ${type} record was extracted from`,
    mimeType: "text/plain",
  }));
}

/**
 * Adds the resource to a server. It is not listed, because a store has one per record. The id comes
 * from `recall` with `explain: true`, or from `remember`.
 */
export function addSourceResource(server: McpServer, parts: SourceParts): void {
  server.registerResource(
    "record-source",
    new ResourceTemplate(template, { list: undefined }),
    {
      title: "Source of a record",
      description: "The exact text that a record was extracted from, with speaker and time",
    },
    async (uri, { id }, context) => {
      const { signal } = context.mcpReq;
      try {
        return await readSource(uri.href, decodeURIComponent(String(id)), { ...parts, signal });
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof ResourceNotFoundError ? error : shownError(error, "read the source", parts);
      }
    },
  );
}

async function readSource(
  uri: string,
  recordId: string,
  { memory, newBoundary, signal }: SourceParts & { readonly signal: AbortSignal },
): Promise<ReadResourceResult> {
  const sourceId = await sourceOf(recordId, memory, signal);
  if (sourceId === undefined) throw noSuchRecord(uri, recordId);
  for await (const line of memory.export({ signal, sourceId })) {
    const parsed = exchangedSource.safeParse(JSON.parse(line));
    // Skips the header, and other sources from a service that ignores `sourceId`.
    if (!parsed.success || parsed.data.source.id !== sourceId) continue;
    const { source } = parsed.data;
    return {
      contents: [
        { uri, mimeType: "text/plain", text: fence(sourceText(source.passages), newBoundary()) },
        { uri, mimeType: "application/json", text: JSON.stringify(source) },
      ],
    };
  }
  throw noSuchRecord(uri, recordId);
}

function noSuchRecord(uri: string, recordId: string): ResourceNotFoundError {
  return new ResourceNotFoundError(uri, `Cannot read the source: there is no record ${recordId}`);
}

async function sourceOf(
  recordId: string,
  memory: MemoryService,
  signal: AbortSignal,
): Promise<string | undefined> {
  const page = await memory.records({ ids: [recordId], include_superseded: true }, { signal });
  return page.items[0]?.source_id;
}

type Passages = readonly {
  readonly text: string;
  readonly prompt: string | null;
  readonly speaker: string | null;
  readonly role: string;
  readonly said_at: string;
}[];

function sourceText(passages: Passages): string {
  return passages
    .map(({ text, prompt, speaker, role, said_at }) => {
      const asked = prompt === null ? "" : `(asked: ${prompt})\n`;
      return `${said_at} ${speaker ?? role}:\n${asked}${text}`;
    })
    .join("\n\n");
}
