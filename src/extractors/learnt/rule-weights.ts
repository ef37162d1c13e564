/**
 * The weights of the classifier of rules (`rules/recognised`): two logistic regressions over hashed
 * features, which `training/rules` trains and writes to `assets/rules.bin`. Little endian:
 *
 *   4 bytes      "KRUL"
 *   u32          version, 1
 *   u32          n, the number of rows, a power of two
 *   f32, f32     "states a rule": offset, and the step of its weights
 *   f32, f32     "has a condition": the same
 *   int8[n]      weights of "states a rule"
 *   int8[n]      weights of "has a condition"
 */
import { readFileSync } from "node:fs";
import { findAsset, howToShipAssets } from "../../assets/find-asset.js";
import { MemoryError } from "../../contract/errors.js";

/** First bytes of the file. */
export const ruleMagic = "KRUL";
/** Version of the layout. */
export const ruleVersion = 1;
/** Bytes before the weights. */
export const ruleHeaderBytes = 28;

/** One logistic regression. */
export interface Regression {
  readonly offset: number;
  /** A weight is its int8 number times this. */
  readonly step: number;
  readonly weights: Int8Array;
}

/** The two regressions of the file. */
export interface RuleWeights {
  /** "States a rule". */
  readonly rule: Regression;
  /** "Has a condition", if it states a rule. */
  readonly condition: Regression;
}

let shared: RuleWeights | undefined;

/**
 * The bundled weights, loaded at the first call in a process and then shared.
 *
 * @throws {MemoryError} `extractor_failed` if its file is missing or damaged
 */
export function loadRuleWeights(): RuleWeights {
  shared ??= readBundled();
  return shared;
}

function readBundled(): RuleWeights {
  try {
    return readRuleWeights(readFileSync(findAsset("rules.bin")));
  } catch (cause) {
    throw new MemoryError(
      "extractor_failed",
      `Cannot remember: the model of rules must be readable (${cause instanceof Error ? cause.message : cause}). ${howToShipAssets}.`,
      { cause },
    );
  }
}

/**
 * Reads the file.
 *
 * @throws {Error} if the bytes are not such a file
 */
export function readRuleWeights(bytes: Uint8Array): RuleWeights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isModel =
    bytes.length >= ruleHeaderBytes &&
    String.fromCharCode(...bytes.subarray(0, 4)) === ruleMagic &&
    view.getUint32(4, true) === ruleVersion;
  const rows = isModel ? view.getUint32(8, true) : 0;
  if (!isModel || bytes.length !== ruleHeaderBytes + 2 * rows)
    throw new Error(
      `rules.bin must be a model of version ${ruleVersion}, with ${ruleHeaderBytes} + 2n bytes`,
    );
  const regression = (at: number): Regression => ({
    offset: view.getFloat32(12 + 8 * at, true),
    step: view.getFloat32(16 + 8 * at, true),
    weights: new Int8Array(bytes.buffer, bytes.byteOffset + ruleHeaderBytes + at * rows, rows),
  });
  return { rule: regression(0), condition: regression(1) };
}
