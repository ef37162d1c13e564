/** Facts about entities, of all properties or of some, as conditions that an index answers each. */
import type { RecordType } from "../../../contract/record.js";
import type { Connection } from "../database/connection.js";
import { byScopes, scopeParameters } from "./criteria.js";
import type { NewestRequest } from "./newest.js";

/** What is looked for. */
export interface FactsAsked {
  /** Names as `factKey` gives them. */
  readonly keys: readonly string[];
  readonly isProperty: ((name: string) => boolean) | undefined;
  /** Absent: whatever scope. */
  readonly scopes: readonly number[] | undefined;
}

/**
 * The conditions for {@link NewestRequest}. Hundreds of facts about a name, read whole to find its home among them, took a millisecond of a recall;
 * the properties that are stored about it are few.
 *
 */
export function factsAbout(
  connection: Connection,
  { keys, isProperty, scopes }: FactsAsked,
): Pick<NewestRequest, "conditions" | "parameters"> {
  const facts = keys
    .flatMap((entity): { entity: string; property?: string }[] =>
      isProperty === undefined
        ? [{ entity }]
        : propertiesOf(connection, entity, scopes)
            .filter(isProperty)
            .map((property) => ({ entity, property })),
    )
    .slice(0, mostConditions);
  const named = (name: string, value: string | undefined, at: number) =>
    value === undefined ? [] : [[`${name}${at}`, value] as const];
  return {
    conditions: facts.map(({ property }, at) => {
      const entity = `+r.type = 'semantic' and r.entity_key = @entity${at}`;
      return property === undefined ? entity : `${entity} and r.property_key = @property${at}`;
    }),
    parameters: Object.fromEntries(
      facts.flatMap(({ entity, property }, at) => [
        ...named("entity", entity, at),
        ...named("property", property, at),
      ]),
    ),
  };
}

/** Each is a part of one statement; a question names one or two. */
const mostConditions = 64;

/** From one to the next along the index: it is not read for each fact. */
function propertiesOf(
  connection: Connection,
  entity: string,
  scopes: readonly number[] | undefined,
): string[] {
  return connection
    .column<[object], string>(
      `with recursive property (name) as (
         select min(property_key) from records r where ${byScopes(scopes)} and entity_key = @entity
         union all
         select (select min(property_key) from records r
           where ${byScopes(scopes)} and entity_key = @entity and property_key > property.name)
         from property where property.name is not null)
       select name from property where name is not null`,
    )
    .all({ ...scopeParameters(scopes), entity });
}

/** All records of a type about entities. @param keys names as `factKey` gives them */
export function recordsAbout(
  keys: readonly string[],
  type: RecordType,
): Pick<NewestRequest, "conditions" | "parameters"> {
  const some = keys.slice(0, mostConditions);
  return {
    conditions: some.map((_, at) => `+r.type = '${type}' and r.entity_key = @entity${at}`),
    parameters: Object.fromEntries(some.map((key, at) => [`entity${at}`, key])),
  };
}
