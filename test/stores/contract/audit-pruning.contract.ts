/** What every store guarantees about the removal of old audit rows. */
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditCheckpoint } from "../../../src/contract/maintenance/audit.js";
import { auditSigner } from "../../../src/hashing/audit-checkpoint.js";
import type { Store } from "../../../src/stores/store.js";
import { change, friday, monday, now, passage, record, tuesday } from "../store-fixture.js";

const newSigner = (formerKeys: readonly string[] = []) => {
  const { privateKey } = generateKeyPairSync("ed25519");
  return auditSigner(String(privateKey.export({ type: "pkcs8", format: "pem" })), formerKeys);
};

/** Whether a signature is right, computed as the documentation says, without the library's code. */
function hasRightSignature({ signature, ...rest }: AuditCheckpoint): boolean {
  const { store, seq, hash, before, at, public_key } = rest;
  const text = JSON.stringify({ store, seq, hash, before, at, public_key });
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: public_key }, format: "jwk" });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeAuditPruning(open: () => Promise<Store>): void {
  describe("pruneAudit", () => {
    const signer = newSigner();
    let store: Store;
    beforeEach(async () => {
      store = await open();
      for (const [index, at] of [monday, tuesday, friday].entries())
        await store.save(change([passage(`harbour ${at}`, { records: [record(`r${index}`)] })], { at }));
    });
    afterEach(() => store.close());

    const prune = (before: string, most = 100, by = signer) =>
      store.pruneAudit({ before, most, signer: by, at: now, actor: "operator" });
    const rows = async () => (await store.audit({ limit: 100 })).items;

    it("removes the rows written before a time, and says since when the rest is verified", async () => {
      const [, , , last] = await rows();
      const { removed, checkpoint } = await prune(friday);
      expect(removed).toBe(4);
      expect(checkpoint).toEqual({
        store: store.id,
        seq: 4,
        hash: last?.hash,
        before: friday,
        at: now,
        public_key: signer.publicKey,
        signature: expect.any(String),
      });
      expect(hasRightSignature(checkpoint!)).toBe(true);
      expect(await store.verifyAudit()).toEqual({ valid: true, rows: 3, verified_from: friday, checkpoint });
    });

    it("keeps the numbers and hashes of the other rows, and adds a row about the removal", async () => {
      const before = await rows();
      await prune(friday);
      const after = await rows();
      expect(after.slice(0, 2)).toEqual(before.slice(4));
      expect(after[2]).toMatchObject({
        seq: 7,
        at: now,
        actor: "operator",
        operation: "PRUNE",
        record_id: null,
        reason: `4 rows before ${friday}`,
      });
    });

    it("can be repeated, and goes on from its checkpoint", async () => {
      await prune(tuesday);
      expect(await prune(tuesday)).toMatchObject({ removed: 0, checkpoint: { seq: 2 } });
      expect(await prune(friday)).toMatchObject({ removed: 2, checkpoint: { seq: 4, before: friday } });
      expect(await store.verifyAudit()).toMatchObject({ valid: true, rows: 4, verified_from: friday });
    });

    it("removes at most some rows, and then says when the next row was written", async () => {
      expect(await prune(now, 3)).toMatchObject({ removed: 3, checkpoint: { seq: 3, before: tuesday } });
      expect(await store.verifyAudit()).toMatchObject({ valid: true, rows: 4, verified_from: tuesday });
      expect(await prune(now, 3)).toMatchObject({ removed: 3, checkpoint: { seq: 6, before: now } });
    });

    it("can remove every row; later rows continue the chain", async () => {
      await prune("2027-01-01T00:00:00.000Z");
      expect((await rows()).map(({ seq, operation }) => [seq, operation])).toEqual([[7, "PRUNE"]]);
      await store.save(change([passage("a pier", { records: [record("r9")] })]));
      expect((await rows()).map(({ seq }) => seq)).toEqual([7, 8, 9]);
      expect(await store.verifyAudit()).toMatchObject({ valid: true, rows: 3 });
    });

    it("removes nothing where nothing is old, and leaves no checkpoint", async () => {
      expect(await prune(monday)).toEqual({ removed: 0, checkpoint: undefined });
      expect(await store.verifyAudit()).toEqual({ valid: true, rows: 6 });
    });

    it("refuses a key that did not sign the last checkpoint", async () => {
      await prune(tuesday);
      await expect(prune(friday, 100, newSigner())).rejects.toMatchObject({ code: "invalid_input" });
      expect(await store.verifyAudit()).toMatchObject({ valid: true, rows: 5, verified_from: tuesday });
    });

    it("signs the checkpoint of a key that was replaced again, and removes nothing for it", async () => {
      const { checkpoint } = await prune(tuesday);
      const left = await rows();
      const next = newSigner([signer.publicKey]);
      const again = await prune(monday, 100, next);
      const { signature: _, ...fields } = { ...checkpoint!, public_key: next.publicKey };
      expect(again).toMatchObject({ removed: 0, checkpoint: fields });
      expect(hasRightSignature(again.checkpoint!)).toBe(true);
      expect((await rows()).slice(0, -1)).toEqual(left);
      expect((await rows()).at(-1)).toMatchObject({
        operation: "PRUNE",
        reason: "checkpoint signed with another key",
      });
      expect(await store.verifyAudit()).toMatchObject({ valid: true, verified_from: tuesday });
      expect(await prune(monday, 100, next)).toEqual({ removed: 0, checkpoint: again.checkpoint });
      await expect(prune(friday)).rejects.toMatchObject({ code: "invalid_input" });
    });

    it("leaves the memory as it was", async () => {
      const [records, usage] = [
        await store.list({ limit: 10, include_superseded: false }, now),
        await store.usage(),
      ];
      await prune(now);
      expect(await store.list({ limit: 10, include_superseded: false }, now)).toEqual(records);
      expect(await store.usage()).toEqual(usage);
    });

    it("is named by check, with the time", async () => {
      await prune(friday);
      const { checks } = await store.check({ repair: false });
      expect(checks.find(({ check }) => check === "audit")).toMatchObject({
        ok: true,
        looked: 3,
        verified_from: friday,
      });
    });
  });
}
