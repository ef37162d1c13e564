/** The result of `reembed`. */
import { z } from "zod";

/** The schema of a {@link ReembedResult}. */
export const reembedResult = z.object({ embedder: z.string(), passages: z.int() });
/**
 * `embedder`: the id of the embedder whose vectors the store now has. `passages`: how many passages
 * were embedded for it, earlier interrupted calls included; 0 if the store already used it.
 */
export type ReembedResult = Readonly<z.infer<typeof reembedResult>>;
