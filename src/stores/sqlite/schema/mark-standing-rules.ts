/**
 * A migration: marks the rules that are part of every answer, and gives them an index of their own.
 * A rule is classified when it is saved, so the rules of an older store are classified here once.
 */

import { isStandingRule } from "../../../prompt-safety/directives.js";
import type { Role } from "../../../text/passage.js";
import type { SqlDatabase } from "../database/sql-database.js";

/** Marks the rules. Call it inside the migration's write transaction. */
export function markStandingRules(database: SqlDatabase): void {
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
