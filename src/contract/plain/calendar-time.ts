/** Times as inputs give them, without zod. */

const calendarYears = {
  min: Date.parse("0001-01-01T00:00:00Z"),
  max: Date.parse("9999-12-31T23:59:59.999Z"),
};

/**
 * An ISO 8601 string or a `Date` as ISO 8601 in UTC with milliseconds; `undefined` if it is not
 * between the years 1 and 9999.
 */
export function calendarTime(value: string | Date): string | undefined {
  const ms = typeof value === "string" ? Date.parse(inUtc(value)) : value.getTime();
  return ms >= calendarYears.min && ms <= calendarYears.max ? new Date(ms).toISOString() : undefined;
}

/** The message for a time that {@link calendarTime} does not accept. */
export const outsideCalendar = "must be a time between the years 1 and 9999";

/**
 * JavaScript reads a date-time without an offset as local time; the content of a store must not
 * depend on the machine that wrote it.
 */
function inUtc(text: string): string {
  return /T/.test(text) && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? `${text}Z` : text;
}
