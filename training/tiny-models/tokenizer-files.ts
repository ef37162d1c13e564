/**
 * The tokenizer of the tiny models in the files that transformers.js reads: BERT's, over the
 * vocabulary of the bundled table.
 */

/** Ids 0 to 3. The vocabulary's own lines follow. */
export const specialTokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] as const;

const [pad, unknown, first, last] = specialTokens;
const piece = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } });
const sequence = (id: string, type_id: number) => ({ Sequence: { id, type_id } });

/** @param pieces In order; `##` continues a word. */
export function tokenizerJson(pieces: readonly string[]): object {
  const tokens = [...specialTokens, ...pieces];
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: specialTokens.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: true,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [piece(first, 0), sequence("A", 0), piece(last, 0)],
      pair: [piece(first, 0), sequence("A", 0), piece(last, 0), sequence("B", 1), piece(last, 1)],
      special_tokens: Object.fromEntries(
        [first, last].map((id) => [id, { id, ids: [specialTokens.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: unknown,
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 60,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
}

export function tokenizerConfig(maxTokens: number): object {
  return {
    tokenizer_class: "BertTokenizer",
    do_lower_case: true,
    model_max_length: maxTokens,
    pad_token: pad,
    unk_token: unknown,
    cls_token: first,
    sep_token: last,
  };
}
