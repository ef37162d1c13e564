/** `keepsake/server`: the HTTP interface, as a handler and as a server on Node. */

export { Ledger, type LedgerOptions } from "../accounts/ledger.js";
export { MeteredMemory, type MeteredMemoryOptions } from "../accounts/metered-memory.js";
export { type PlanMeterOptions, planMeter } from "../accounts/plan-meter.js";
export { FolderKeys } from "../accounts/registry/file/folder-keys.js";
export type { ModelSetting, StoreModels } from "../accounts/registry/stores/store-models.js";
export { type Access, type KeyResolver, singleKey } from "./access.js";
export { Admission, type AdmissionLimits } from "./admission.js";
export { createHandler, type Handler, type HandlerOptions } from "./create-handler.js";
export type { SocketLimits } from "./listen.js";
export type { LogEntry, LogSink } from "./log.js";
export type { MetricsOptions } from "./metrics/listener.js";
export type { MountedHandler, Site, SiteContext } from "./request-handler.js";
export { defaultPort, type RunningServer, type ServeOptions, serve } from "./serve.js";
export { StoreFolder, type StoreFolderOptions } from "./stores/store-folder.js";
export type { MadeModels, MakeModels } from "./stores/store-models.js";
export type { StoresElsewhere } from "./stores/stores-elsewhere.js";
export type { TurnLimits } from "./stores/turns.js";
