/**
 * The key that signs the checkpoints of the stores' audit trails. It is created at its first use
 * and stored in the registry: a person who has only the file or a backup of a store cannot shorten
 * its audit trail unnoticed. When a key is replaced, its public half is stored, to verify what the
 * key signed.
 */
import { generateKeyPairSync } from "node:crypto";
import type { AuditVerdict } from "../../../contract/maintenance/audit.js";
import { auditSigner } from "../../../hashing/audit-checkpoint.js";
import type { RegistryDatabase } from "./database.js";

/** The signing key of a registry. */
export class SigningKey {
  readonly #registry: RegistryDatabase;

  constructor(registry: RegistryDatabase) {
    this.#registry = registry;
  }

  /** The private key, PEM (PKCS 8). It is created if there is none. */
  pem(): string {
    return this.#registry.write("make a signing key", () => this.#kept() ?? this.#make());
  }

  /** The public key, 32 bytes, base64url; `undefined` if nothing was signed yet. */
  publicKey(): string | undefined {
    const pem = this.#kept();
    return pem === undefined ? undefined : auditSigner(pem).publicKey;
  }

  /** The public keys that were replaced, earliest first. */
  formerKeys(): string[] {
    return this.#registry
      .all<{ readonly public_key: string }>(
        "select public_key from former_signing_keys order by replaced_at, public_key",
      )
      .map(({ public_key }) => public_key);
  }

  /**
   * Replaces the key with a new one, and erases the former private half.
   *
   * @returns the new public key
   */
  replace(): string {
    const made = this.#registry.write("replace the signing key", () => {
      const before = this.publicKey();
      if (before !== undefined)
        this.#registry.run(
          "insert into former_signing_keys (public_key, replaced_at) values (?, ?)",
          before,
          this.#registry.nowMs(),
        );
      this.#registry.run("delete from signing_key");
      const { publicKey } = auditSigner(this.#make());
      const reason = before === undefined ? undefined : `was ${before}`;
      this.#registry.record({
        operation: "SIGNING_KEY",
        subject: publicKey,
        ...(reason === undefined ? {} : { reason }),
      });
      return publicKey;
    });
    this.#registry.removeCopies();
    return made;
  }

  /** Rejects all checkpoints that replaced keys have signed, from now on. */
  distrustFormer(): void {
    this.#registry.write("distrust signing keys", () => {
      for (const key of this.formerKeys())
        this.#registry.record({ operation: "SIGNING_KEY_DISTRUST", subject: key });
      this.#registry.run("delete from former_signing_keys");
    });
  }

  /**
   * Returns the verdict on the audit trail of a store. It is invalid if the trail has a checkpoint
   * that neither this key nor a replaced one signed for this store.
   */
  judged(verdict: AuditVerdict, storeId: string): AuditVerdict {
    const { checkpoint, rows } = verdict;
    if (checkpoint === undefined) return verdict;
    const isOwn = [this.publicKey(), ...this.formerKeys()].includes(checkpoint.public_key);
    if (isOwn && checkpoint.store === storeId) return verdict;
    return { ...verdict, valid: false, rows, broken_at: checkpoint.seq };
  }

  #make(): string {
    const { privateKey } = generateKeyPairSync("ed25519");
    const pem = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    this.#registry.run("insert into signing_key (id, pem) values (1, ?)", pem);
    return pem;
  }

  #kept(): string | undefined {
    return this.#registry.get<{ readonly pem: string }>("select pem from signing_key")?.pem;
  }
}
