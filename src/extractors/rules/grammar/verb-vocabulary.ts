/**
 * Every verb that the rules know: those that state facts, and common ones that tell where a clause
 * starts.
 */
import { verbPatterns } from "../facts/properties.js";

const common =
  `want plan hope intend aim start begin stop quit give try decide keep need get make go come take see say tell think know feel find buy bring build call meet
help ask spend watch read write run cook bake paint draw sing dance swim hike travel fly arrive stay return finish complete lose win break fall graduate propose celebrate adopt
receive send order book cancel change switch choose pick agree accept offer hire fire promote retire cost mean believe guess suppose wish imagine dream hear assume wonder doubt claim
recommend suggest mention explain use format answer reply respond include avoid deploy remember forget discover realize notice share invite host attend organize plant grow fix repair
pass fail apply interview sign open close launch ship release test review push merge check set put turn hold press look wear smoke name rename seem appear expect consider end happen increase drop raise reach bet own teach
train prepare practice research consult speak listen talk walk sit stand sleep wake pay save earn invest donate raise explore enjoy appreciate thank swear miss bear weigh migrate replace postpone reschedule shift slip delay push defer`.split(
    /\s+/,
  );

export const factVerbs: readonly string[] = [
  ...new Set([...verbPatterns.flatMap(({ verbs }) => verbs.split(" ")), ...common]),
];
