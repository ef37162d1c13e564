/**
 * Permissions that change how answers are given from now on: "You may give me two steps now", "you
 * can write normally again". Pure; English only.
 */

const permission =
  /^(?:(?:ok|okay|and|but|so|well)[\s,]+)*you\s+(?:may|can)(?:\s+(?:also|even|always))?\s+(?<verb>answer|reply|write|give|explain|use|show|speak|talk|ask|add|list|skip|leave out|be|swear|joke|drop|address|suggest|quote|include|mention)\b(?<rest>.{3,80}?)\s+(?<when>now|again|these days|from now on|from here on|any ?time)$/iu;
/** "You can give me the file now" allows one thing. */
const oneThing = /\b(?:the|this|that|these|those|it|them|him|her|my|your|yourself)\b/iu;

/** Whether a clause, without punctuation at its end, permits something in all later answers. */
export function permitsFromNowOn(clause: string): boolean {
  const { rest, when } = permission.exec(clause.trim())?.groups ?? {};
  if (rest === undefined || when === undefined || oneThing.test(rest)) return false;
  return !/^now$/iu.test(when) || rest.trim().split(/\s+/u).length >= 2;
}
