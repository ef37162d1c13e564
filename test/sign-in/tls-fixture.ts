/**
 * A server for https on loopback, as `client.example.com`. Its certificate is of this test only,
 * from 2020 to 2120.
 */
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRQ9sks2EBDYlwj1d
J6aIQOJ86xVPJzNv1SuNgs6ZGR+hRANCAATsgAV85huo60FSBfdZW+O2KgBEfhod
5VO/bNDklnmGE+dHwRxavUvOaLMDY8S5/89F/D3aybiDyfLPmawVJIQ8
-----END PRIVATE KEY-----`;

/** The certificate, which signs itself. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBfDCCASKgAwIBAgIBATAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJjbGllbnQu
ZXhhbXBsZS5jb20wIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0x
GzAZBgNVBAMMEmNsaWVudC5leGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABOyABXzmG6jrQVIF91lb47YqAER+Gh3lU79s0OSWeYYT50fBHFq9S85o
swNjxLn/z0X8PdrJuIPJ8s+ZrBUkhDyjUTBPMB0GA1UdEQQWMBSCEmNsaWVudC5l
eGFtcGxlLmNvbTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBRiFRMwM6rOAWE9
IFVaN3pNZruBxTAKBggqhkjOPQQDAgNIADBFAiEAlQpw+XHPO53loBNdkjeyrOG7
tricynjdS/w9ydVE37ECICRydDMo5TKFLmkxuj5N+AKPMRycV4Ly2Nn+bKVzja39
-----END CERTIFICATE-----`;

/** Starts a server that is closed after the test. @returns its port */
export async function tlsServer(answer: RequestListener): Promise<number> {
  const server = createServer({ key, cert: certificate }, answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}
