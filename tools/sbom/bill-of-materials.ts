/**
 * The software bill of materials in CycloneDX 1.5: what is installed, and what is bundled. Pure.
 */

/** A package in npm's lock file. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  /** As in subresource integrity: `sha512-` and base64. */
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What the bill is made of. */
export interface Materials {
  /** `package.json`. */
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly description: string;
    readonly license: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  /** `packages` of `package-lock.json`. */
  readonly locked: Readonly<Record<string, Locked>>;
  /** `dist/bundled/licenses.txt`. */
  readonly licences: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** A UUID. */
  readonly serial: string;
}

/** A package that the bill lists. */
interface Component {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly isOptional: boolean;
  readonly isBundled: boolean;
  readonly integrity?: string | undefined;
  /** References of the packages that it needs. */
  readonly needs: readonly string[];
}

/**
 * Returns the bill as an object for JSON. Listed are the dependencies, theirs (optional ones for
 * every platform), and the packages that the published files contain.
 *
 * @throws {Error} if the lock file lacks a package
 */
export function billOfMaterials(materials: Materials): Record<string, unknown> {
  const { manifest, locked, licences, timestamp, serial } = materials;
  const installed = installedBy(Object.keys(manifest.dependencies), locked);
  const components = [...installed, ...bundledIn(licences)];
  const root = `${manifest.name}@${manifest.version}`;
  const direct = Object.keys(manifest.dependencies).map((name) => refAt(`node_modules/${name}`, locked));
  const bundled = components.filter(({ isBundled }) => isBundled).map(refOf);
  const { name, version, description, license } = manifest;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp,
      lifecycles: [{ phase: "build" }],
      component: {
        "bom-ref": root,
        type: "library",
        name,
        version,
        description,
        purl: purlOf(name, version),
        licenses: licensesOf(license),
      },
    },
    components: components.map(rendered),
    dependencies: [
      { ref: root, dependsOn: [...direct, ...bundled] },
      ...components.map((component) => ({ ref: refOf(component), dependsOn: component.needs })),
    ],
  };
}

/** Everything that npm installs for packages, each once, by the lock file. */
function installedBy(names: readonly string[], locked: Materials["locked"]): Component[] {
  const found = new Map<string, Component>();
  const visit = (name: string, from: string, isOptional: boolean): void => {
    const place = placeOf(name, from, locked);
    const known = found.get(place);
    if (known !== undefined && (isOptional || !known.isOptional)) return;
    const { version, license = "NOASSERTION", integrity, ...more } = locked[place]!;
    const optional = Object.keys(more.optionalDependencies ?? {});
    const required = Object.keys(more.dependencies ?? {}).filter((one) => !optional.includes(one));
    const needs = [...required, ...optional].map((one) => refAt(placeOf(one, place, locked), locked));
    found.set(place, { name, version, licence: license, integrity, isOptional, isBundled: false, needs });
    for (const one of required) visit(one, place, isOptional);
    for (const one of optional) visit(one, place, true);
  };
  for (const name of names) visit(name, "", false);
  return [...found.values()];
}

/** Where a package is that another one needs: beside it, or in a folder above. */
function placeOf(name: string, from: string, locked: Materials["locked"]): string {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf("node_modules/") - 1))) {
    const place = `${above === "" ? "" : `${above}/`}node_modules/${name}`;
    if (locked[place] !== undefined) return place;
    if (above === "") throw new Error(`Cannot list ${name}: package-lock.json must have it`);
  }
}

/**
 * The packages in the published files: each section of the list begins `name version (licence)`.
 */
function bundledIn(licences: string): Component[] {
  // A licence may have such a line too.
  return licences.split(/^-{80}\n\n(?=\S+ \d\S* \(.+\)\n\n)/m).map((section) => {
    const [, name, version, licence] = /^(\S+) (\S+) \((.+)\)\n/.exec(section) ?? [];
    if (name === undefined || version === undefined || licence === undefined)
      throw new Error(`Cannot list a bundled package: ${section.slice(0, 60)}`);
    return { name, version, licence, isOptional: false, isBundled: true, needs: [] };
  });
}

function rendered(component: Component): Record<string, unknown> {
  const { name, version, licence, isOptional, isBundled, integrity } = component;
  const [algorithm, digest] = integrity?.split("-") ?? [];
  return {
    "bom-ref": refOf(component),
    type: "library",
    name,
    version,
    scope: isOptional ? "optional" : "required",
    purl: purlOf(name, version),
    licenses: licensesOf(licence),
    ...(algorithm === "sha512" && digest !== undefined
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
    // A name of CycloneDX's own list for npm.
    ...(isBundled ? { properties: [{ name: "cdx:npm:package:bundled", value: "true" }] } : {}),
  };
}

function refOf({ name, version, isBundled }: Component): string {
  return `${isBundled ? "bundled:" : ""}${name}@${version}`;
}

function refAt(place: string, locked: Materials["locked"]): string {
  return `${place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)}@${locked[place]?.version}`;
}

/** The package URL: only the `@` of a scope is encoded. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

/**
 * One identifier of SPDX, or a text: not everything that packages write is an expression of SPDX.
 */
function licensesOf(licence: string): readonly unknown[] {
  return [{ license: /^[\w.+-]+$/.test(licence) ? { id: licence } : { name: licence } }];
}
