/**
 * The probes that both clients have to pass, this one and the Python client
 * (`python/tests/test_probes.py`): what is sent, and what each response becomes.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MemoryClient } from "../../src/client/index.js";

interface Response200 {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly text?: string;
}
interface Probe {
  readonly name: string;
  readonly verb: string;
  readonly input: Record<string, unknown>;
  readonly requests: readonly { readonly path: string; readonly body: Record<string, unknown> }[];
  readonly responses: readonly (Response200 | "lost")[];
  readonly payload?: unknown;
  readonly error?: { readonly code: string; readonly message?: string; readonly data?: object };
}

const probes = JSON.parse(readFileSync(new URL("probes.json", import.meta.url), "utf8")) as Probe[];

/** What a scripted service was asked, and the client that asks it. */
function scripted(responses: Probe["responses"]) {
  const asked: { path: string; body: unknown; key: string | null }[] = [];
  const client = new MemoryClient({
    url: "http://service.example",
    key: "the-key",
    retries: 2,
    sleep: async () => {},
    fetch: async (url, init) => {
      const response = responses[asked.length];
      const key = new Headers(init.headers).get("authorization");
      asked.push({ path: new URL(url).pathname, body: JSON.parse(String(init.body)), key });
      if (response === undefined) throw new Error("the probe has no further response");
      if (response === "lost") throw new TypeError("the connection was lost");
      const { status, headers = {}, body, text = JSON.stringify(body) } = response;
      return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
    },
  });
  return { asked, client };
}

function call(client: MemoryClient, { verb, input }: Probe): Promise<unknown> {
  const verbs: Record<string, () => Promise<unknown>> = {
    remember: () => client.remember(input as never),
    recall: () => client.recall(input as never),
    profile: () => client.profile(input),
    forget: () => client.forget(input as never),
    details: () => client.details(),
    records: () => client.records(input),
    history: () => client.history(String(input.id)),
    audit: () => client.audit(input),
    verify_audit: () => client.verifyAudit(),
  };
  return (verbs[verb] as () => Promise<unknown>)();
}

describe("MemoryClient passes the probes of all clients", () => {
  it.each(probes)("$name", async (probe) => {
    const { asked, client } = scripted(probe.responses);
    const outcome = await call(client, probe).then(
      (payload) => ({ payload }),
      ({ code, message, data }) => ({ error: { code, message, data } }),
    );
    const { payload, error } = probe;
    expect(outcome).toMatchObject(error === undefined ? { payload } : { error });
    expect(asked).toMatchObject(probe.requests.map((request) => ({ ...request, key: "Bearer the-key" })));
    expect(asked).toHaveLength(probe.requests.length);
  });
});
