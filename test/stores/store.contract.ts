/**
 * What every store guarantees. The tests of an adapter call `describeStore` with a function that
 * opens an empty store.
 */
import { describe } from "vitest";
import type { Store } from "../../src/stores/store.js";
import { describeAudit } from "./contract/audit.contract.js";
import { describeAuditPruning } from "./contract/audit-pruning.contract.js";
import { describeCriteria } from "./contract/criteria.contract.js";
import { describeFileStore } from "./contract/files.contract.js";
import { describeForget } from "./contract/forget.contract.js";
import { describeKnown } from "./contract/known.contract.js";
import { describeList } from "./contract/list.contract.js";
import { describeRead } from "./contract/read.contract.js";
import { describeReembedding } from "./contract/reembedding.contract.js";
import { describeSave } from "./contract/save.contract.js";
import { describeScopes } from "./contract/scopes.contract.js";
import { describeRecordSearch } from "./contract/search/search-records.contract.js";
import { describeVectors } from "./contract/search/search-vectors.contract.js";
import { describeWords } from "./contract/search/search-words.contract.js";
import { describeSnapshot } from "./contract/snapshot.contract.js";
import { describeTransfer } from "./contract/transfer.contract.js";
import { describeUsage } from "./contract/usage.contract.js";

/** @param open opens a new, empty store of `testEmbedder` whose clock returns `now` */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    const suites = [
      describeAudit,
      describeAuditPruning,
      describeCriteria,
      describeForget,
      describeKnown,
      describeList,
      describeRead,
      describeSave,
      describeRecordSearch,
      describeVectors,
      describeWords,
      describeSnapshot,
      describeTransfer,
      describeUsage,
      describeFileStore,
      describeReembedding,
      describeScopes,
    ];
    for (const suite of suites) suite(open);
  });
}
