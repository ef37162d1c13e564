/**
 * Python types for the wire: converts the JSON Schemas of the OpenAPI document into `TypedDict`
 * classes and `Literal` aliases. Pure.
 */

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** A declaration of the generated module, in the order in which Python has to read them. */
interface Declaration {
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * Collects the types of several schemas. Two objects of the same shape share one class, under the
 * name that was asked for first.
 *
 * @example
 * const types = new TypedDicts();
 * types.add("ImportResult", { type: "object", properties: { records: { type: "integer" } } });
 * types.source(); // class ImportResult(TypedDict, total=False): …
 */
export class TypedDicts {
  readonly #shortNames: Readonly<Record<string, string>>;
  readonly #declarations: Declaration[] = [];
  readonly #nameOfShape = new Map<string, string>();
  readonly #names = new Set<string>();

  /** @param shortNames Replaces names that are made from the path to a nested type. */
  constructor(shortNames: Readonly<Record<string, string>> = {}) {
    this.#shortNames = shortNames;
  }

  /** Declares a schema under a name, with everything that it contains. Returns its Python type. */
  add(name: string, schema: Schema): string {
    return this.#typeOf(schema, name);
  }

  /** The declarations as Python source, with an empty line around each. */
  source(): string {
    return this.#declarations.map(({ lines }) => lines.join("\n")).join("\n\n\n");
  }

  /** The names of all declarations, sorted. */
  names(): string[] {
    return [...this.#names].sort();
  }

  #typeOf(schema: Schema, name: string): string {
    if (schema.enum !== undefined) return this.#literal(schema.enum, name);
    if (schema.const !== undefined) return `Literal[${pythonValue(schema.const)}]`;
    if (schema.anyOf !== undefined) return this.#union(schema.anyOf, name);
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => scalar(String(type))));
    if (schema.type === "array") return `list[${this.#typeOf(schema.items ?? {}, singular(name))}]`;
    if (schema.type === "object") return this.#object(schema, name);
    return scalar(String(schema.type));
  }

  #union(branches: readonly Schema[], name: string): string {
    return union(branches.map((branch) => this.#typeOf(branch, branches.length > 2 ? `${name}Value` : name)));
  }

  #literal(values: readonly string[], name: string): string {
    const type = `Literal[${values.map(pythonValue).join(", ")}]`;
    return this.#shared(type, name, (unique) => [`${unique} = ${type}`]);
  }

  #object(schema: Schema, name: string): string {
    if (schema.properties === undefined || Object.keys(schema.properties).length === 0)
      return this.#mapping(schema, name);
    const shape = JSON.stringify(schema, (key, value) => (key === "description" ? undefined : value));
    return this.#shared(shape, name, (unique) => this.#classLines(schema, unique));
  }

  #mapping({ additionalProperties }: Schema, name: string): string {
    const isOpen = typeof additionalProperties !== "object" || Object.keys(additionalProperties).length === 0;
    return `dict[str, ${isOpen ? "Any" : this.#typeOf(additionalProperties, `${singular(name)}Value`)}]`;
  }

  /**
   * Required and optional keys are two classes, because `NotRequired` came with Python 3.11 and the
   * package supports 3.10.
   */
  #classLines({ properties = {}, required = [], description }: Schema, name: string): string[] {
    const fields = Object.entries(properties).map(([key, field]) => ({
      isRequired: required.includes(key),
      lines: fieldLines(key, this.#typeOf(field, name + pascal(key)), field.description),
    }));
    const [needed = [], optional = []] = [true, false].map((isRequired) =>
      fields.filter((field) => field.isRequired === isRequired).flatMap(({ lines }) => lines),
    );
    const doc = description === undefined ? [] : [`    """${sentence(description)}"""`, ""];
    if (optional.length === 0) return [`class ${name}(TypedDict):`, ...doc, ...needed];
    if (needed.length === 0) return [`class ${name}(TypedDict, total=False):`, ...doc, ...optional];
    const base = `_${name}Required`;
    return [
      ...[`class ${base}(TypedDict):`, ...needed, "", ""],
      ...[`class ${name}(${base}, total=False):`, ...doc, ...optional],
    ];
  }

  #shared(shape: string, name: string, lines: (unique: string) => string[]): string {
    const known = this.#nameOfShape.get(shape);
    if (known !== undefined) return known;
    const unique = this.#shortNames[name] ?? name;
    if (this.#names.has(unique)) throw new Error(`Cannot render: two types have the name ${unique}`);
    this.#names.add(unique);
    this.#nameOfShape.set(shape, unique);
    // What a class refers to is declared before it.
    const written = lines(unique);
    this.#declarations.push({ name: unique, lines: written });
    return unique;
  }
}

function fieldLines(key: string, type: string, description: string | undefined): string[] {
  const doc = description === undefined ? [] : [`    """${sentence(description)}"""`];
  return [`    ${key}: ${type}`, ...doc];
}

function scalar(type: string): string {
  const names: Readonly<Record<string, string>> = {
    string: "str",
    integer: "int",
    number: "float",
    boolean: "bool",
    null: "None",
  };
  return names[type] ?? "Any";
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function pythonValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

function pascal(key: string): string {
  return key.replace(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase());
}

/** The name of one element of a list: `Facts` holds `Fact`. */
function singular(name: string): string {
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  return name.endsWith("s") && !name.endsWith("ss") ? name.slice(0, -1) : name;
}

function sentence(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
  const capital = escaped.charAt(0).toUpperCase() + escaped.slice(1);
  const ended = capital.endsWith(".") ? capital : `${capital}.`;
  return ended.endsWith('"') ? `${ended} ` : ended;
}
