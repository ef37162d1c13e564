/**
 * A migration: rules that come with every answer are marked, and found by an index of their own.
 * What counts as one is decided where a record is kept, so a store that was written before has to
 * look at its rules once.
 */
import type Database from "better-sqlite3";
import { isStandingRule } from "../../../prompt-safety/directives.js";
import type { Role } from "../../../text/passage.js";

/** Runs inside the migration's write transaction. */
export function markStandingRules(database: Database.Database): void {
  database.exec("alter table records add column standing integer");
  const rules = database
    .prepare<[], { id: number; text: string; role: Role }>(
      `select r.id, coalesce(r.text, p.text) as text, p.role from records r indexed by records_of_rules
       join passages p on p.id = r.passage
       where r.type = 'procedural' and r.applies_when is null`,
    )
    .all();
  const mark = database.prepare("update records set standing = 1 where id = ?");
  for (const { id, text, role } of rules)
    if (isStandingRule({ type: "procedural", trigger: null, text }, role)) mark.run(id);
  database.exec("create index records_that_stand on records (occurred_at) where standing = 1");
}
