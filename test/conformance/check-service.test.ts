import { Memory } from "keepsake";
import { createHandler, singleKey } from "keepsake/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkService, type Finding } from "../../src/conformance/check-service.js";
import { at } from "../../src/conformance/exchange.js";
import { fieldRows } from "../../src/conformance/field-rows.js";
import { meanings, rules } from "../../src/conformance/rules.js";

let memory: Memory;
let handler: (request: Request) => Promise<Response>;
beforeEach(() => {
  memory = new Memory();
  handler = createHandler({ resolve: singleKey(memory, "right-key") });
});
afterEach(() => memory.close());

const person = "Wilhelmina Krautwurst-Obafemi";
const service = { url: "http://memory.test/", key: "right-key", person };
const honest = (url: string, init: RequestInit) => handler(new Request(url, init));

/** The service with one behaviour changed. */
function but(
  change: (body: Record<string, never>, url: string, response: Response) => unknown,
  status?: number,
) {
  return async (url: string, init: RequestInit) => {
    const response = await honest(url, init);
    const changed = change(JSON.parse(await response.text()), url, response);
    return Response.json(changed, { status: status ?? response.status });
  };
}

async function faultsOf(fetch: typeof honest): Promise<Finding[]> {
  const { conforms, findings } = await checkService({ ...service, fetch });
  const failed = findings.filter(({ holds }) => !holds);
  expect(conforms).toBe(failed.length === 0);
  return failed;
}

/** The body with the field at a path replaced or removed. */
function set(body: unknown, path: string, value: unknown): unknown {
  const [name = "", ...rest] = path.split(".");
  if (typeof body !== "object" || body === null) return body;
  const child = rest.length === 0 ? value : set(Reflect.get(body, name), rest.join("."), value);
  return Reflect.has(body, name) ? { ...body, [name]: child } : body;
}

describe("checkService()", () => {
  it("reports that keepsake conforms, row by row, and leaves nothing behind", async () => {
    const done: number[] = [];
    const report = await checkService({
      ...service,
      fetch: honest,
      onProgress: (count, total) => done.push(count / total),
    });
    expect(report.findings.filter(({ holds }) => !holds)).toEqual([]);
    expect(report).toMatchObject({
      conforms: true,
      failed: 0,
      held: fieldRows.length + rules.length + meanings.length,
    });
    expect(report.forgotten).toBeGreaterThan(0);
    expect((await memory.records()).items).toEqual([]);
    expect(done.at(-1)).toBe(1);
  });

  it.each(fieldRows.map((row) => [row.section, row.field, row] as const))(
    "reports that %s %s is missing, or of another type",
    async (section, field, { path, kind }) => {
      const endpoint = { "2.2": "", "2.3": "details", "2.4": "search", "2.5": "add" }[section];
      for (const wrong of [undefined, kind === "array" ? "x" : [7]]) {
        const failed = await faultsOf(
          but((body, url) => (url.endsWith(endpoint) ? set(body, path, wrong) : body)),
        );
        expect(failed.map((finding) => `${finding.section} ${finding.rule}`)).toContain(
          `${section} ${field}: ${kind}`,
        );
      }
    },
  );

  it("reports bytes that are not the size of the stored content", async () => {
    const said = (stored: boolean, bytes: number) =>
      faultsOf(
        but((body, url) =>
          url.endsWith("add") ? set(set(body, "data.stored", stored), "data.bytes", bytes) : body,
        ),
      );
    const faults = async (stored: boolean, bytes: number) =>
      (await said(stored, bytes)).map(({ fault }) => fault);
    expect(await faults(true, 0)).toContain("something was stored, and it has no size");
    expect(await faults(false, 40)).toContain("nothing was stored, and it has a size");
  });

  it("reports a key of memory_decisions that is not a type of memory", async () => {
    const none = { use: false, items: [] };
    const decisions = { semantic: none, episodic: none, procedural: none, skipped: [] };
    const failed = await faultsOf(
      but((body, url) =>
        url.endsWith("add") ? set(body, "data.data.data.memory_decisions", decisions) : body,
      ),
    );
    expect(failed).toContainEqual(
      expect.objectContaining({ section: "2.5", fault: "memory_decisions must not have the key skipped" }),
    );
  });

  it("reports an unknown key that is rejected with an HTTP error", async () => {
    const fetch = async (url: string, init: RequestInit) => {
      const response = await honest(url, init);
      const text = await response.text();
      return new Response(text, { status: text.includes('"valid":false') ? 401 : response.status });
    };
    const failed = await faultsOf(fetch);
    expect(failed.map(({ section }) => section)).toEqual(["7", "7", "7"]);
    expect(failed[0]?.fault).toBe("the status must be 200, got 401");
  });

  it("reports other methods that are not answered with 405", async () => {
    const fetch = async (url: string, init: RequestInit) =>
      init.method === "POST" ? honest(url, init) : new Response("", { status: 404 });
    const failed = await faultsOf(fetch);
    expect(failed).toHaveLength(12);
    expect(failed[0]).toMatchObject({ section: "4", fault: "the status must be 405, got 404" });
  });

  it("reports prose and decisions under another type", async () => {
    const swapped = await faultsOf(
      but((body, url) => {
        const { semantic_memory, episodic_memory } = Object(Reflect.get(body, "data"));
        const prose = url.endsWith("search");
        return prose
          ? set(set(body, "data.semantic_memory", episodic_memory), "data.episodic_memory", semantic_memory)
          : set(body, "data.data.data.memory_decisions.procedural", { use: false, items: [] });
      }),
    );
    expect(swapped.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["a fact is returned in semantic_memory", "a rule is decided as procedural"]),
    );
  });

  it("reports a service that creates what it should update, and answers with the former value", async () => {
    const creating = await faultsOf(
      but((body) => JSON.parse(JSON.stringify(body).replaceAll('"UPDATE"', '"CREATE"'))),
    );
    expect(creating.map(({ rule }) => rule)).toEqual(["a changed fact is an UPDATE"]);
    const stale = await faultsOf(
      but((body) => JSON.parse(JSON.stringify(body).replaceAll("Deventer", "Zwolle"))),
    );
    expect(stale.map(({ fault }) => fault)).toContain("the new value is missing");
  });

  it("reports that a question about nobody is answered with somebody's memory", async () => {
    const failed = await faultsOf(
      but((body, url) =>
        url.endsWith("search") && at(body, "data.semantic_memory") === ""
          ? set(body, "data.semantic_memory", "Wilhelmina lives in Zwolle.")
          : body,
      ),
    );
    expect(failed.map(({ rule }) => rule)).toContain(
      "a question about somebody unknown gets nothing about others",
    );
  });

  it("reports a 422 that is wrapped in the envelope, or names no place", async () => {
    const wrapped = await faultsOf(
      but((body, _, { status }) => (status === 422 ? { success: false, ...body } : body)),
    );
    expect(wrapped.map(({ fault }) => fault)).toContain("the body must not be wrapped in the envelope");
    const placeless = await faultsOf(
      but((body, _, { status }) =>
        status === 422 ? { detail: [{ type: "missing", loc: [], msg: "Field required", input: {} }] } : body,
      ),
    );
    expect(placeless.map(({ fault }) => fault)).toContain('loc must begin with ["body","query"]');
  });

  it("reports that a key is accepted from one header only", async () => {
    const fetch = async (url: string, init: RequestInit) => {
      const headers = { ...(init.headers as Record<string, string>) };
      delete headers["x-api-key"];
      return honest(url, { ...init, headers });
    };
    const failed = await faultsOf(fetch);
    expect(failed.map(({ rule }) => rule)).toContain("X-API-Key carries the key");
  });

  it("reports a key that is not echoed, and prints no key", async () => {
    const failed = await faultsOf(
      but((body, url) => (url.endsWith("details") ? set(body, "data.api_key", "****") : body)),
    );
    expect(failed).toEqual([
      {
        section: "2.3",
        rule: "api_key is the key that was sent, in full",
        holds: false,
        fault: "data.api_key is another text",
      },
    ]);
    const report = await checkService({ ...service, fetch: honest });
    expect(JSON.stringify(report)).not.toContain("right-key");
  });

  it("throws for an unreachable service or an unknown key instead of reporting faults", async () => {
    const silent = async () => {
      throw new TypeError("fetch failed");
    };
    await expect(checkService({ ...service, fetch: silent })).rejects.toMatchObject({ code: "unreachable" });
    await expect(checkService({ ...service, key: "wrong", fetch: honest })).rejects.toMatchObject({
      code: "invalid_key",
    });
  });

  it("stops on request", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(checkService({ ...service, fetch: honest, signal })).rejects.toThrow("enough");
  });
});
