/** What keeps a version from being published. Pure. */

/** What is looked at. */
export interface Release {
  /** `package.json`. */
  readonly manifest: Manifest;
  /** `packages/keepsake-server/package.json`. */
  readonly server: Manifest;
  /** The text of `python/pyproject.toml`. */
  readonly python: string;
  /** The text of `CHANGELOG.md`. */
  readonly changelog: string;
  /** The output of `git status --porcelain`. */
  readonly uncommitted: string;
}

type Manifest = Readonly<Record<string, unknown>> & {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

/** Where a user reports an error, reads the source and finds the documents. npm links them. */
const addresses = ["repository", "homepage", "bugs"];

/** Returns what has to be done first, each as a sentence; empty for a release that is ready. */
export function problemsOf({ manifest, server, python, changelog, uncommitted }: Release): string[] {
  return [
    ...withoutAddress(manifest, "package.json"),
    ...withoutAddress(server, "packages/keepsake-server/package.json"),
    ...(/^\[project\.urls\]$/m.test(python) ? [] : ["Set [project.urls] in python/pyproject.toml likewise"]),
    ...otherVersions(manifest.version, server, python),
    ...changesOf(manifest.version, changelog),
    ...(uncommitted.trim() === "" ? [] : ["Commit or undo what git status lists"]),
  ];
}

function withoutAddress(manifest: Manifest, file: string): string[] {
  return addresses
    .filter((field) => manifest[field] === undefined)
    .map((field) => `Set "${field}" in ${file} to where the project is published`);
}

/** The packages are published together, and the server needs the library of its own version. */
function otherVersions(version: string, server: Manifest, python: string): string[] {
  const found = {
    "packages/keepsake-server/package.json": server.version,
    "the dependency on keepsake in packages/keepsake-server/package.json": server.dependencies?.keepsake,
    "python/pyproject.toml": /^version = "(.*)"$/m.exec(python)?.[1],
  };
  return Object.entries(found)
    .filter(([, other]) => other !== version)
    .map(([where, other]) => `Set the version to ${version} in ${where}, got ${other}`);
}

function changesOf(version: string, changelog: string): string[] {
  const isDescribed = (sectionOf(changelog, version) ?? "").trim() !== "";
  const isLeft = (sectionOf(changelog, "Unreleased") ?? "").trim() !== "";
  if (isLeft && isDescribed)
    return [
      `Set a new version, and move the changes under "Unreleased" in CHANGELOG.md to it: ${version} has its own`,
    ];
  if (isLeft) return [`Move the changes under "Unreleased" in CHANGELOG.md to "## ${version}"`];
  return isDescribed ? [] : [`Describe the changes of ${version} in CHANGELOG.md under "## ${version}"`];
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
