/**
 * Decides whether an address belongs to the public internet. A service that fetches an address of a
 * stranger must not reach its own machine or network.
 */
import { BlockList, isIP } from "node:net";

/**
 * Special-purpose IPv4 addresses (IANA registry, RFC 6890), which do not belong to the public
 * internet.
 */
const special = new BlockList();
for (const [prefix, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(prefix, bits, "ipv4");

/** In IPv6, only global unicast addresses belong to the internet. These parts of them do not. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
const specialGlobal = new BlockList();
for (const [prefix, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const)
  specialGlobal.addSubnet(prefix, bits, "ipv6");

/** Returns true if the text is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, "ipv4");
  return version === 6 && globalUnicast.check(address, "ipv6") && !specialGlobal.check(address, "ipv6");
}
