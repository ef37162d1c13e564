/** `keepsake/ai-sdk`: tools and a middleware for the AI SDK (package `ai`, version 6 or 7). */

export type { MemoryAdapterOptions } from "../turns/options.js";
export { type MemoryMiddlewareOptions, memoryMiddleware } from "./memory-middleware.js";
export {
  type MemoryTools,
  type MemoryToolsOptions,
  memoryTools,
  type ProfileToolInput,
  type RecallToolInput,
  type RememberToolInput,
} from "./memory-tools.js";
