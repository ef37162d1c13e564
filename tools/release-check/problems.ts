/** What keeps a version from being published. Pure. */

/** What is looked at. */
export interface Release {
  /** `package.json`. */
  readonly manifest: Readonly<Record<string, unknown>> & { readonly version: string };
  /** The text of `CHANGELOG.md`. */
  readonly changelog: string;
  /** The output of `git status --porcelain`. */
  readonly uncommitted: string;
}

/** Where a user reports an error, reads the source and finds the documents. npm links them. */
const addresses = ["repository", "homepage", "bugs"];

/** Returns what has to be done first, each as a sentence; empty for a release that is ready. */
export function problemsOf({ manifest, changelog, uncommitted }: Release): string[] {
  const version = manifest.version;
  const missing = addresses.filter((field) => manifest[field] === undefined);
  const unreleased = sectionOf(changelog, "Unreleased");
  const changes = sectionOf(changelog, version);
  return [
    ...missing.map((field) => `Set "${field}" in package.json to where the project is published`),
    ...(unreleased?.trim() ? [`Move the changes under "Unreleased" in CHANGELOG.md to "## ${version}"`] : []),
    ...(changes?.trim() ? [] : [`Describe the changes of ${version} in CHANGELOG.md under "## ${version}"`]),
    ...(uncommitted.trim() === "" ? [] : ["Commit or undo what git status lists"]),
  ];
}

/**
 * The text under a heading; undefined if there is no such heading. A date may follow the version.
 */
function sectionOf(changelog: string, name: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find(
    (section) => section === name || section.startsWith(`${name}\n`) || section.startsWith(`${name} `),
  );
  return found?.slice(found.indexOf("\n"));
}
