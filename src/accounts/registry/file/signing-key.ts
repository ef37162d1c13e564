/**
 * The key that signs the checkpoints of the stores' audit trails, made at its first use. It is in the
 * registry, so that who has only the file of a store, or a backup of it, cannot shorten its trail
 * unnoticed. Of a key that was replaced its public half is kept, which verifies what it signed.
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

  /** The private key, PEM (PKCS 8). It is made where there is none. */
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

  /** Replaces the key by a new one, and erases its private half. @returns the new public key */
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

  /** From now on, accepts nothing that replaced keys have signed. */
  distrustFormer(): void {
    this.#registry.write("distrust signing keys", () => {
      for (const key of this.formerKeys())
        this.#registry.record({ operation: "SIGNING_KEY_DISTRUST", subject: key });
      this.#registry.run("delete from former_signing_keys");
    });
  }

  /**
   * The verdict on the trail of a store. A checkpoint that neither this key nor a replaced one signed
   * for it is worth nothing.
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
