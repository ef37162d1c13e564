/** Numbers of PostgreSQL's advisory locks. */

/** Separates the locks of stores from those that an app takes with small numbers. */
export const lockSeed = 7_305_812_940_112;
