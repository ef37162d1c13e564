/**
 * The key that signs the checkpoints of the stores' audit trails, made at its first use. It is in the
 * registry, so that who has only the file of a store, or a backup of it, cannot shorten its trail
 * unnoticed.
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
    return this.#registry.write("make a signing key", () => {
      const kept = this.#kept();
      if (kept !== undefined) return kept;
      const { privateKey } = generateKeyPairSync("ed25519");
      const pem = String(privateKey.export({ type: "pkcs8", format: "pem" }));
      this.#registry.run("insert into signing_key (id, pem) values (1, ?)", pem);
      return pem;
    });
  }

  /** The public key, 32 bytes, base64url; `undefined` if nothing was signed yet. */
  publicKey(): string | undefined {
    const pem = this.#kept();
    return pem === undefined ? undefined : auditSigner(pem).publicKey;
  }

  /** The verdict on the trail of a store. A checkpoint that this key did not sign for it is worth nothing. */
  judged(verdict: AuditVerdict, storeId: string): AuditVerdict {
    const { checkpoint, rows } = verdict;
    if (checkpoint === undefined) return verdict;
    if (checkpoint.public_key === this.publicKey() && checkpoint.store === storeId) return verdict;
    return { ...verdict, valid: false, rows, broken_at: checkpoint.seq };
  }

  #kept(): string | undefined {
    return this.#registry.get<{ readonly pem: string }>("select pem from signing_key")?.pem;
  }
}
