/** How times, numbers and types are written. */

/** The words for the types of records. */
export const typeNames = {
  semantic: "fact",
  episodic: "event",
  procedural: "rule",
  file: "extract",
} as const;

/** `2026-05-03`, in UTC like everything in a store. */
export function day(time: string): string {
  return time.slice(0, 10);
}

/** `2026-05-03 10:24`, in UTC. */
export function minute(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

/** `12,345` */
export function amount(number: number): string {
  return number.toLocaleString("en");
}

/** `1.5 MB`: each unit is 1,000 times the one before. */
export function bytes(number: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, number)) / 3));
  const value = number / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

/** `1 record`, `2 records` */
export function count(number: number, noun: string): string {
  return `${amount(number)} ${noun}${number === 1 ? "" : "s"}`;
}

const browsers = [
  ["Firefox", /\bFirefox\//u],
  ["Edge", /\bEdg/u],
  ["Opera", /\bOPR\//u],
  ["Chrome", /Chrome\//u],
  ["Safari", /\bSafari\//u],
] as const;
const systems = [
  ["Windows", /\bWindows\b/u],
  ["Android", /\bAndroid\b/u],
  ["iOS", /\b(?:iPhone|iPad)\b/u],
  ["macOS", /\bMac OS X\b/u],
  ["Linux", /\bLinux\b/u],
] as const;

/** `Firefox on Linux`; the user agent itself for a browser that is not listed. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return "unknown";
  // The order matters: the user agents of earlier browsers also contain the names of later ones.
  const [browser] = browsers.find(([, form]) => form.test(userAgent)) ?? [];
  const [system] = systems.find(([, form]) => form.test(userAgent)) ?? [];
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
