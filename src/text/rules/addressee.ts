/** Whom a message names as its reader, before what it says: "@bot answer in one line". Pure. */

const addressed = /^\W*@[\p{L}\d_-]+[,:]?\s+/u;

/** Returns a sentence without its addressee. */
export function withoutAddressee(sentence: string): string {
  return sentence.replace(addressed, "");
}
