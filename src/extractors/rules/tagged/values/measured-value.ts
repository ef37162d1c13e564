/** Tests whether a value is a measure: a number, an amount, or a time of day. */

const number =
  /\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|first|second|third|half|halves|quarters?|double|dozens?|couple|few|several|many|zero|none|no|once|twice|noon|midnight|X*[SML])\b/i;

/** Words that measure or count time, money, length, weight and the like. */
const units =
  "years?|months?|weeks?|days?|nights?|hours?|hrs?|minutes?|mins?|seconds?|secs?|times?|euros?|dollars?|pounds?|bucks|cents?|francs?|kronor|yen|rupees?|kilos?|kilograms?|kgs?|grams?|tons?|tonnes?|ounces?|lbs?|litres?|liters?|pints?|gallons?|met(?:re|er)s?|kilomet(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|km|cm|mm|miles?|inch(?:es)?|foot|feet|yards?|degrees?|percent|points?|megabytes?|gigabytes?|[kmgt]b|ms|hectares?|acres?|watts?|volts?|thousand|million|billion";
const unit = new RegExp(`^(?:${units})$`, "i");
const unitAfter = new RegExp(
  `^\\s?(?:%|€|[ap]\\.?m(?![\\p{L}])|o['’]clock|(?:${units})(?![\\p{L}]))(?:\\s(?:an?|per|each|every)\\s(?:day|night|week|month|quarter|year|hour|minute|second|person)(?![\\p{L}]))?`,
  "iu",
);
/** "half a tablet": an amount needs what it is an amount of. */
const ofWhat = /^\s(?:an?|of(?: the| an?)?)\s\p{L}+/u;
const amount = /(?:^|\s)(?:half|quarter|third|couple|dozen|dozens|handful|lots|plenty)$/i;
const endsInNumber =
  /(?:^|[\s€$£])\d[\d.,:]*$|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/i;

/** Whether a word is a unit: "euros", "litres", "weeks". */
export function isUnit(word: string): boolean {
  return unit.test(word);
}

/** Whether a value is what a number before it counts: "euros" in "38 euros". */
export function isCounted(value: string, before: string): boolean {
  return isUnit(value.split(" ")[0]!) && endsInNumber.test(before.trimEnd());
}

/**
 * The length of the unit with which `rest` begins, if `value` ends in a number or an amount:
 * " euros", " a tablet".
 */
export function unitLength(value: string, rest: string): number {
  const found = endsInNumber.test(value)
    ? unitAfter.exec(rest)
    : amount.test(value)
      ? ofWhat.exec(rest)
      : null;
  return found?.[0].length ?? 0;
}

/** A number with at most one word, which is its unit: "7", "18 kilos", "€ 40", "6:30 pm". */
const bareNumber =
  /^\W*(?:\d[\d.,:/]*\s?(?:%|\p{L}+\.?|°\p{L}?)?|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)\W*$/iu;

/** Whether a text includes a number or a word for an amount. */
export function hasNumber(value: string): boolean {
  return number.test(value);
}

/** Whether a text is a number and nothing else, except for its unit. */
export function isBareNumber(value: string): boolean {
  return bareNumber.test(value);
}
