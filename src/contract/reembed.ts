/** What `reembed` answers. */
import { z } from "zod";

/** The embedder whose vectors the store holds now, and how many passages were embedded for it, in earlier runs too; 0 where it was of that embedder already. */
export const reembedResult = z.object({ embedder: z.string(), passages: z.int() });
export type ReembedResult = Readonly<z.infer<typeof reembedResult>>;
