/** SQL conditions for rules: all of them, or only those that users gave. Each uses one index. */
import type { RulesRequest } from "../../store.js";
import type { NewestRequest } from "./newest-passages.js";

type ByUser = RulesRequest["byUser"];

/** Returns the conditions for rules. @param byUser absent: all rules */
export function rulesRequest(byUser: ByUser): Pick<NewestRequest, "conditions" | "index"> {
  if (byUser === "standing") return { conditions: ["r.standing = 1"], index: "records_that_stand" };
  const rule = "r.type = 'procedural'";
  if (byUser === undefined) return { conditions: [rule], index: "records_of_rules" };
  const said = "(select role from passages where id = r.passage) = 'user'";
  return { conditions: [`${rule} and r.applies_when is not null and ${said}`], index: "records_of_rules" };
}
