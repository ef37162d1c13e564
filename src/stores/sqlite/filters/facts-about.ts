/**
 * SQL conditions for facts about entities, of all properties or of some. Each condition uses one
 * index.
 */
import type { RecordType } from "../../../contract/record.js";
import type { EntityProperties } from "./entity-properties.js";
import type { NewestRequest } from "./newest-passages.js";

/** Which facts to find. */
export interface FactsRequest {
  /** Entity names, as `factKey` returns them. */
  readonly keys: readonly string[];
  readonly isProperty: ((name: string) => boolean) | undefined;
  /** Absent: every scope. */
  readonly scopes: readonly number[] | undefined;
}

/**
 * Returns conditions for {@link NewestRequest}. The few properties stored about an entity are
 * listed first, because reading hundreds of its facts to find one property took a millisecond of a
 * recall.
 */
export function factsAbout(
  known: EntityProperties,
  { keys, isProperty, scopes }: FactsRequest,
): Pick<NewestRequest, "conditions" | "parameters"> {
  const facts = keys
    .flatMap((entity): { entity: string; property?: string }[] =>
      isProperty === undefined
        ? [{ entity }]
        : known
            .of({ entity, scopes })
            .filter(isProperty)
            .map((property) => ({ entity, property })),
    )
    .slice(0, maxConditions);
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

/** Each becomes a part of one SQL statement. A question usually names one or two entities. */
const maxConditions = 64;

/**
 * Returns conditions for all records of a type about entities.
 *
 * @param keys entity names, as `factKey` returns them
 */
export function recordsAbout(
  keys: readonly string[],
  type: RecordType,
): Pick<NewestRequest, "conditions" | "parameters"> {
  const some = keys.slice(0, maxConditions);
  return {
    conditions: some.map((_, at) => `+r.type = '${type}' and r.entity_key = @entity${at}`),
    parameters: Object.fromEntries(some.map((key, at) => [`entity${at}`, key])),
  };
}
