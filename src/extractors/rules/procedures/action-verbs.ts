/**
 * Verbs of actions, in addition to those of `command-verbs.ts`. Many are nouns or adjectives as
 * well ("dust", "warm"), so they count as the verb of a command only right after a condition.
 */
import { isImperativeVerb } from "./command-verbs.js";

const actions: ReadonlySet<string> = new Set(
  `accept accompany act adapt advise aim air allow announce apologise apologize arrange assess assist attend avoid bandage bathe bend bind
blend blur boil borrow brew brief bury buy calculate calm capture catch challenge chill chop circle claim climb clip collect comfort concentrate
consider consult continue cool count cover crop cross cuddle decide decline decorate defer defrost deliver demand deny develop dig
disconnect discuss disinfect dismiss disregard distract distribute do dress dry dust emphasise emphasize erase escort evacuate examine exchange
excuse expect extend fasten fold forbid freeze fry garnish gather glue grab grate grease grill guide hand harvest heat help hide hold hoover
identify illustrate increase inspect investigate invoice iron isolate jump kick knit lay lend lie listen look loosen lubricate
mash massage meet mind monitor mop mow multiply nail negotiate note observe oil omit outline paint paraphrase permit photograph play polish
practise practice praise preheat preserve process prune quarantine question quit rake reach reassure rebook recap recite recycle redirect
refill refresh refrigerate register reheat relax render renew rent reorder repair rephrase reschedule rescue reserve resend resolve
rest restrict resume retrieve reuse reveal reward roast rub sample sand scale scan scrape scrub seal season seat sell serve sew shade
sharpen shave shelter shift shorten shovel simmer simplify sing sit sketch slice slow smile soften spare spread sprinkle squeeze stack
stand staple steam step sterilise sterilize stitch strain strap strip stroke study subtract supervise supply support suspend swallow swim
tap taste teach tear telephone think thin tick tidy tie tighten tilt time toast top toss trace train transfer transplant transport trap
unfold unload unpack untie vacuum vary view visit vote wake walk warm watch weed welcome whisk whisper whistle wind wire withdraw wrap`.split(
    /\s+/u,
  ),
);

/** Whether a word may be the verb of a command right after a condition. */
export function isActionVerb(word: string): boolean {
  return isImperativeVerb(word) || actions.has(word);
}
