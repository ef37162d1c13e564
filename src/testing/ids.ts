/** Ids for tests: a counter in the form of UUIDs, so that snapshots stay the same. */

/** Makes an id source: `00000000-0000-7000-8000-000000000001`, then `…2`, and so on. */
export function testIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}`;
  };
}
