/**
 * Signs and verifies checkpoints of audit trails, with Ed25519 (RFC 8032): anybody with the public
 * key can verify a checkpoint, and cannot make one.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { MemoryError } from "../contract/errors.js";
import type { AuditCheckpoint } from "../contract/maintenance/audit.js";

/** Signs checkpoints with one key. */
export interface AuditSigner {
  /** Ed25519, 32 bytes, base64url. */
  readonly publicKey: string;
  /** Public keys that this key replaces. A checkpoint that one of them signed is signed again. */
  readonly formerKeys: readonly string[];
  /** Returns the signature, base64url. */
  sign(text: string): string;
}

/** A checkpoint before it is signed. */
export type Unsigned = Omit<AuditCheckpoint, "public_key" | "signature">;

/**
 * Returns the signer of a private key.
 *
 * @param pem PKCS 8, as `openssl genpkey -algorithm ed25519` writes it
 * @param formerKeys public keys that the new key replaces
 * @throws {MemoryError} `invalid_input` unless it is an Ed25519 key
 */
export function auditSigner(pem: string, formerKeys: readonly string[] = []): AuditSigner {
  const key = privateKeyOf(pem);
  if (key?.asymmetricKeyType !== "ed25519") throw noKey();
  return {
    publicKey: publicKeyOf(key),
    formerKeys,
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64url"),
  };
}

/** Returns the checkpoint with the signer's key and signature. */
export function signed(checkpoint: Unsigned, { publicKey, sign: signWith }: AuditSigner): AuditCheckpoint {
  return { ...checkpoint, public_key: publicKey, signature: signWith(signedText(checkpoint, publicKey)) };
}

/** Returns true if the key that the checkpoint names has signed it. */
export function isSigned(checkpoint: AuditCheckpoint): boolean {
  const { public_key, signature } = checkpoint;
  const key = keyOf(public_key);
  if (key === undefined) return false;
  const text = signedText(checkpoint, public_key);
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

/** The JSON of all fields but the signature, in the order of the contract. */
function signedText({ store, seq, hash, before, at }: Unsigned, public_key: string): string {
  return JSON.stringify({ store, seq, hash, before, at, public_key });
}

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // The message of OpenSSL adds nothing to the caller's error.
    return undefined;
  }
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: "jwk" }).x ?? "";
}

function keyOf(x: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  } catch {
    // No public key has these bytes, so no signature can be valid.
    return undefined;
  }
}

function noKey(): MemoryError<"invalid_input"> {
  const rule = "must be an Ed25519 private key, PEM (PKCS 8)";
  return new MemoryError("invalid_input", `Cannot prune the audit trail: key ${rule}`, {
    data: { issues: [{ type: "custom", loc: ["key"], msg: rule }] },
  });
}
