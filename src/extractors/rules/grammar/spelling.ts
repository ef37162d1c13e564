/**
 * British spelling for the names of properties, so that "favorite color" and "favourite colour" are
 * the same property.
 */

/** American → British spelling. */
const british: ReadonlyMap<string, string> = new Map(
  `favorite favourite|color colour|flavor flavour|neighbor neighbour|neighborhood neighbourhood|behavior behaviour|honor honour|humor humour|labor labour|harbor harbour|odor odour|
savior saviour|center centre|theater theatre|meter metre|liter litre|fiber fibre|license licence|defense defence|offense offence|catalog catalogue|dialog dialogue|gray grey|tire tyre|
jewelry jewellery|fiance fiancé|fiancee fiancée|adviser advisor|coworker co-worker|cofounder co-founder|pajamas pyjamas|mustache moustache|aluminum aluminium|donut doughnut`
    .split("|")
    .map((pair) => pair.trim().split(" ") as [string, string]),
);

/** The name of a property in British spelling. Expects lower case. */
export function ofOneSpelling(property: string): string {
  return property.replace(/[\p{L}-]+/gu, (word) => british.get(word) ?? word);
}
