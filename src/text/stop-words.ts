/**
 * English words without a topic, folded as `indexWords` folds them, and such character pairs of
 * Chinese, Japanese and Korean. They are neither indexed nor searched, because each occurs in a
 * large part of a store. On the development conversations, indexing them costs BM25 some 6 points
 * of evidence recall at 10. Negations are among them: recall reads them from the text and never
 * searches for them.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again all am an and any are as at be because been before being below between both but by can cant
could couldnt did didnt do does doesnt doing dont down during each few for from further had hadnt has hasnt have havent having he hed
her here hers herself him himself his how i id if ill im in into is isnt it its itself ive just let lets me more most my myself
no nor not now of off on once only or other our ours ourselves out over own same shant she should shouldnt so some such than that
the their theirs them themselves then there these they theyd theyll theyre theyve this those through to too under until up us very
was wasnt we wed well were werent weve what whats when whens where wheres which while who whos whom whose why will with wont would
wouldnt you youd youll your youre yours yourself yourselves youve
什么 怎么 哪里 哪儿 为什 多少 几点 时候 我们 你们 他们 她们 这个 那个 一个 です すか ます まし した いま てい 무엇 언제 어디 습니 니다 니까`.split(
    /\s+/,
  ),
);
