/**
 * Packs a small table in the SEMB layout. Written independently of the program in `training/`, so
 * that each checks the other.
 */
export function packTable(table: {
  readonly rows: readonly (readonly number[])[];
  readonly scales: readonly number[];
  readonly mean: readonly number[];
}): Uint8Array {
  const { rows, scales, mean } = table;
  const view = new DataView(new ArrayBuffer(16 + 4 * (scales.length + mean.length) + rows.flat().length));
  [..."SEMB"].forEach((letter, at) => {
    view.setUint8(at, letter.charCodeAt(0));
  });
  [1, rows.length, mean.length].forEach((value, index) => {
    view.setUint32(4 + 4 * index, value, true);
  });
  [...scales, ...mean].forEach((value, index) => {
    view.setFloat32(16 + 4 * index, value, true);
  });
  rows.flat().forEach((value, index) => {
    view.setInt8(16 + 4 * (scales.length + mean.length) + index, value);
  });
  return new Uint8Array(view.buffer);
}
