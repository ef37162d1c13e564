/** The names of weekdays, short or long, as the source of a pattern: "mon", "tues", "Fridays". */
export const weekday = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?";
