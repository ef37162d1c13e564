/**
 * Fetches the metadata document of a client, from an address that a stranger names. The connection
 * uses the IP address that was checked, so the name cannot resolve to another one in between.
 * Redirects are not followed, and size and time are limited.
 */
import { type LookupAddress, lookup as resolveName } from "node:dns";
import { get, type RequestOptions } from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.js";

/**
 * Maximum number of bytes of a document. The specification advises 5 KB
 * (draft-ietf-oauth-client-id-metadata-document).
 */
const mostBytes = 10_240;
/** Time for the whole document, in milliseconds. */
const defaultTimeoutMs = 2500;

/** A document as it was fetched. */
export interface FetchedDocument {
  readonly text: string;
  /** The header `Cache-Control`; empty without one. */
  readonly cacheControl: string;
}

/** The parts of the outside world that fetching uses. */
export interface FetchParts {
  /** Whether a connection may be made to an address. @default isPublicAddress */
  readonly isAllowed?: (address: string) => boolean;
  /** Resolves names. @default that of the system */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  /** Certificates of further authorities, PEM. @default none */
  readonly ca?: string;
  /** @default 443 */
  readonly port?: number;
  /** @default 2500 */
  readonly timeoutMs?: number;
}

/**
 * Fetches a document by https, from port 443 of a public address.
 *
 * @throws {Error} that says why the document was refused; its message has no content of the
 * response
 */
export async function fetchDocument(
  address: string,
  { isAllowed = isPublicAddress, resolve = systemResolve, ca, port = 443, timeoutMs }: FetchParts = {},
): Promise<FetchedDocument> {
  const url = checkedUrl(address);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isAllowed(host)) throw new Error(`The address ${host} is not public`);
  const signal = AbortSignal.timeout(timeoutMs ?? defaultTimeoutMs);
  const options: RequestOptions = {
    // Without an agent, connections are neither kept open nor reused.
    agent: false,
    headers: { accept: "application/json", "accept-encoding": "identity" },
    lookup: checkedLookup(resolve, isAllowed),
    maxHeaderSize: mostBytes,
    port,
    signal,
    ...(ca === undefined ? {} : { ca }),
  };
  return received(url, options);
}

function checkedUrl(address: string): URL {
  const url = new URL(address);
  if (url.protocol !== "https:") throw new Error("The address is not https");
  if (url.port !== "") throw new Error("The address names a port");
  if (url.username !== "" || url.password !== "") throw new Error("The address has a user or a password");
  return url;
}

/** Resolves a name, and refuses it if any of its addresses is not allowed. */
function checkedLookup(
  resolve: NonNullable<FetchParts["resolve"]>,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (host, { all }, callback) => {
    const answer = async () => {
      const addresses = await resolve(host);
      const [first] = addresses;
      if (first === undefined) throw new Error(`${host} has no address`);
      if (!addresses.every(({ address }) => isAllowed(address)))
        throw new Error(`${host} has an address that is not public`);
      return { addresses, first };
    };
    answer().then(
      ({ addresses, first }) =>
        all ? callback(null, [...addresses]) : callback(null, first.address, first.family),
      (error: Error) => callback(error, ""),
    );
  };
}

function systemResolve(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((done, failed) =>
    resolveName(host, { all: true }, (error, addresses) =>
      error === null ? done(addresses) : failed(error),
    ),
  );
}

function received(url: URL, options: RequestOptions): Promise<FetchedDocument> {
  return new Promise((done, failed) => {
    const refuse = (reason: string) => {
      failed(new Error(reason));
      request.destroy();
    };
    const request = get(url, options, (response) => {
      const { statusCode, headers } = response;
      const refusal = refusalOf(statusCode, headers["content-type"], headers["content-encoding"]);
      if (refusal !== undefined) return refuse(refusal);
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) refuse(`The document has more than ${mostBytes} bytes`);
        else chunks.push(chunk);
      });
      response.on("error", failed);
      response.on("end", () =>
        done({
          text: Buffer.concat(chunks).toString("utf8"),
          cacheControl: headers["cache-control"] ?? "",
        }),
      );
    });
    request.on("error", failed);
  });
}

function refusalOf(status: number | undefined, type = "", encoding = "identity"): string | undefined {
  if (status !== 200) return `The status is ${status}, not 200; redirects are not followed`;
  if (!/^application\/(?:[\w.-]+\+)?json(?:;|$)/i.test(type)) return "The document is not JSON";
  return encoding === "identity" ? undefined : "The document is compressed";
}
