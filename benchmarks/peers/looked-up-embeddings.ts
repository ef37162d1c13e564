/**
 * A model that responds at once, because each text's vector is known. It has LangChain's interface,
 * which LangGraph and mem0 accept.
 */
import { Embeddings } from "@langchain/core/embeddings";

/** Embeddings that are looked up. */
export class LookedUpEmbeddings extends Embeddings {
  readonly #vectorOf: (text: string) => Promise<Float32Array>;

  constructor(vectorOf: (text: string) => Promise<Float32Array>) {
    super({});
    this.#vectorOf = vectorOf;
  }

  async embedQuery(text: string): Promise<number[]> {
    return Array.from(await this.#vectorOf(text));
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    return Promise.all(texts.map((text) => this.embedQuery(text)));
  }
}
