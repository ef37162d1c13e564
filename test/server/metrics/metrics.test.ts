/** The metrics of a service: in the format of Prometheus, on their own address, without tenants. */
import { describe, expect, it } from "vitest";
import { checkMetrics } from "../../../src/server/metrics/listener.js";
import { sampleKey } from "../../../src/server/metrics/metrics.js";
import { startServer } from "../server-fixture.js";

const sample =
  /^[a-z_]+(?:\{[a-z]+="(?:[^"\\]|\\.)*"(?:,[a-z]+="(?:[^"\\]|\\.)*")*\})? -?[0-9.]+(?:e[+-]?\d+)?$/;

describe("/metrics", () => {
  it("counts requests, errors and durations, and contains no store, key or content", async () => {
    const fixture = await startServer({ metrics: { port: 0 } });
    const { key, id, store, storeId } = await fixture.newKey({ name: "a tenant" });
    await fixture.post("/api/memory/add", { content: "I live in Lisbon." }, { key });
    await fixture.post("/api/memory/search", { query: "Where do I live?" }, { key });
    await fixture.post("/api/memory/search", {}, { key });
    await fixture.post("/api/memory/search", { query: "x" }, { key: "nobody" });
    await fixture.post("/not/a path of ours");
    const answer = await fetch(fixture.server.metricsUrl!);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await answer.text();
    for (const line of text.trim().split("\n")) if (!line.startsWith("# ")) expect(line).toMatch(sample);
    expect(text).toContain('keepsake_requests_total{path="/api/memory/search",method="POST",status="200"} 2');
    expect(text).toContain('keepsake_requests_total{path="/api/memory/search",method="POST",status="422"} 1');
    expect(text).toContain('keepsake_requests_total{path="unknown",method="POST",status="404"} 1');
    expect(text).toContain('keepsake_errors_total{code="invalid_key"} 1');
    expect(text).toContain('keepsake_request_duration_seconds_bucket{path="/api/memory/add",le="+Inf"} 1');
    expect(text).toContain('keepsake_request_duration_seconds_count{path="/api/memory/search"} 3');
    expect(text).toContain("keepsake_open_stores 1");
    expect(text).toContain("keepsake_requests_in_progress 0");
    for (const secret of [key, id, store, storeId, "Lisbon", "nobody"]) expect(text).not.toContain(secret);
    const times = [...text.matchAll(/_bucket\{path="\/api\/memory\/add",le="[^"]+"\} (\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it("is not on the port of the service, and is off by default", async () => {
    const fixture = await startServer();
    expect(fixture.server.metricsUrl).toBeUndefined();
    expect((await fetch(`${fixture.server.url}/metrics`)).status).toBe(404);
  });

  it("requires the token if one is set, and requires one on a public address", async () => {
    const { server } = await startServer({ metrics: { port: 0, token: "a long secret" } });
    const ask = (headers: Record<string, string>, path = "") =>
      fetch(`${server.metricsUrl}${path}`, { headers });
    const right = { authorization: "Bearer a long secret" };
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: "Bearer a long" })).status).toBe(401);
    expect((await ask(right)).status).toBe(200);
    expect((await ask(right, "/x")).status).toBe(404);
    expect(() => checkMetrics({ port: 0, hostname: "0.0.0.0" })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
    expect(() => checkMetrics({ port: 0, hostname: "0.0.0.0", token: "x" })).not.toThrow();
    expect(() => checkMetrics({ port: 0, hostname: "::1" })).not.toThrow();
  });
});

it("sampleKey() escapes characters that would end a label", () => {
  expect(sampleKey({ a: 'x"y\\z\n' })).toBe('{a="x\\"y\\\\z\\n"}');
});
