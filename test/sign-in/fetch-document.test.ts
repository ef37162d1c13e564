/**
 * The one connection that sign-in may open: only to public addresses, only by https, and bounded.
 */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type FetchParts, fetchDocument } from "../../src/sign-in/fetch-document.js";
import { isPublicAddress } from "../../src/sign-in/public-address.js";
import { certificate, tlsServer } from "./tls-fixture.js";

const address = "https://client.example.com/metadata.json";
const json = { "content-type": "application/json" };
const loopback: FetchParts = {
  ca: certificate,
  isAllowed: () => true,
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
};

/** Fetches from a server on loopback, which the test allows. */
async function fetched(answer: RequestListener, parts: FetchParts = {}) {
  const port = await tlsServer(answer);
  return fetchDocument(address, { ...loopback, port, ...parts });
}

describe("fetchDocument()", () => {
  it("returns the text and how long it may be cached", async () => {
    const asked: unknown[] = [];
    const document = await fetched(({ url, headers: { host, accept, cookie, authorization } }, response) => {
      asked.push({ url, host: host?.split(":")[0], accept, cookie, authorization });
      response.writeHead(200, {
        "content-type": "application/cimd+json; charset=utf-8",
        "cache-control": "max-age=60",
      });
      response.end('{"client_id":"é"}');
    });
    expect(document).toEqual({ text: '{"client_id":"é"}', cacheControl: "max-age=60" });
    expect(asked).toEqual([
      { url: "/metadata.json", host: "client.example.com", accept: "application/json" },
    ]);
  });

  it.each<[string, RequestListener, RegExp]>([
    [
      "a redirect",
      (_request, response) => void response.writeHead(302, { location: "https://127.0.0.1/" }).end(),
      /status is 302/,
    ],
    ["an error", (_request, response) => void response.writeHead(500, json).end("{}"), /status is 500/],
    [
      "a page",
      (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end(),
      /not JSON/,
    ],
    [
      "a compressed document",
      (_request, response) => void response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(),
      /compressed/,
    ],
    [
      "a document that is too long",
      (_request, response) => void response.writeHead(200, json).end(`"${"x".repeat(20_000)}"`),
      /more than 10240 bytes/,
    ],
    [
      "a document that ends early",
      (request, response) => {
        response.writeHead(200, { ...json, "content-length": "100" });
        response.write("{");
        setImmediate(() => request.socket.destroy());
      },
      /aborted|hang up|ECONNRESET/,
    ],
  ])("refuses %s", async (_what, answer, reason) => {
    await expect(fetched(answer)).rejects.toThrow(reason);
  });

  it("ends a request that is not answered in time", async () => {
    await expect(fetched(() => undefined, { timeoutMs: 50 })).rejects.toThrow(/timeout|aborted/i);
  });

  it("refuses a certificate of another authority", async () => {
    const port = await tlsServer((_request, response) => void response.end());
    const { isAllowed, resolve } = loopback as Required<FetchParts>;
    await expect(fetchDocument(address, { isAllowed, resolve, port })).rejects.toThrow(
      /self-signed|certificate/i,
    );
  });

  it("refuses other schemes, ports, users, and names or addresses that are not public", async () => {
    let asked = 0;
    const port = await tlsServer((_request, response) => {
      asked += 1;
      response.end();
    });
    for (const refused of [
      "http://client.example.com/",
      "file:///etc/passwd",
      "https://client.example.com:8443/",
      "https://user@client.example.com/",
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://2130706433/",
      "https://0x7f.1/",
      "https://169.254.169.254/latest/meta-data",
    ])
      await expect(fetchDocument(refused, { ca: certificate, port })).rejects.toThrow();
    // A name with a private address among public ones: no connection is made to any.
    for (const addresses of [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:127.0.0.1"], []]) {
      const resolve = async () =>
        addresses.map((one) => ({ address: one, family: one.includes(":") ? 6 : 4 }));
      await expect(fetchDocument(address, { ca: certificate, port, resolve })).rejects.toThrow(
        /not public|no address/,
      );
    }
    expect(asked).toBe(0);
  });
});

describe("isPublicAddress()", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "192.0.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "2001:db8::1",
    "2001::1",
    "2002:7f00:1::",
    "3fff::1",
    "localhost",
    "",
    "8.8.8",
    "0x08080808",
  ])("refuses %s", (text) => expect(isPublicAddress(text)).toBe(false));

  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450::8a",
  ])("allows %s", (text) => expect(isPublicAddress(text)).toBe(true));
});
