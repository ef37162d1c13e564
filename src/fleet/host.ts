/** A host of the fleet, as the router sees it: its address, its health, and its answers. */
import { Agent } from "node:http";
import { MemoryError } from "../contract/errors.js";

/** A host by name and address. */
export interface HostAddress {
  /** Never changes: placement depends on it. */
  readonly name: string;
  /** `http://10.0.0.1:8787` */
  readonly url: string;
  /** Its share of new accounts compared with others. @default 1 */
  readonly weight?: number;
}

/** How often the health of a host is checked, and how long the check may take, in milliseconds. */
export interface HealthLimits {
  /** @default 1000 */
  readonly everyMs: number;
  /** @default 1000 */
  readonly timeoutMs: number;
}

/** Failed checks after which a host is down: a single check may fail because the host is busy. */
const failuresUntilDown = 2;

/** A host of the fleet. */
export class Host {
  readonly name: string;
  readonly url: URL;
  readonly weight: number;
  readonly agent = new Agent({ keepAlive: true, maxSockets: 256 });
  /** No new accounts are placed on a host that drains. */
  draining = false;
  readonly #token: string;
  readonly #limits: HealthLimits;
  #failures = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Aborts the requests in progress when the host goes down. */
  #up = new AbortController();

  constructor({ name, url, weight = 1 }: HostAddress, token: string, limits: HealthLimits) {
    this.name = name;
    this.url = new URL(url);
    this.weight = weight;
    this.#token = token;
    this.#limits = limits;
  }

  /** Whether it answered the latest checks. */
  get isUp(): boolean {
    return !this.#up.signal.aborted;
  }

  /** Aborted when the host goes down. */
  get signal(): AbortSignal {
    return this.#up.signal;
  }

  /** Asks the host until {@link close}. Resolves after the first answer. */
  async watch(): Promise<void> {
    await this.#check();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.watch(), this.#limits.everyMs);
    this.#timer.unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    this.agent.destroy();
  }

  /** Calls the host as its router. @throws {MemoryError} `unreachable`, `service_failed` */
  async ask(method: string, path: string, body?: object | Uint8Array<ArrayBuffer>): Promise<Response> {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(new URL(`/fleet/${path}`, this.url), {
      method,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
      signal: this.signal,
    }).catch((cause: unknown) => {
      const message = `Cannot reach host ${this.name}`;
      throw new MemoryError("unreachable", message, { cause, data: { attempts: 1 } });
    });
    if (response.ok) return response;
    const message = `Host ${this.name} refused ${method} ${path}: ${await response.text()}`;
    throw new MemoryError("service_failed", message, { data: { status: response.status } });
  }

  /**
   * As {@link ask}, with the answer as JSON. The answer is not validated, because all hosts of a
   * fleet run the same program.
   */
  async answer<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return (await (await this.ask(method, path, body)).json()) as Answer;
  }

  async #check(): Promise<void> {
    const signal = AbortSignal.timeout(this.#limits.timeoutMs);
    const isHealthy = await fetch(new URL("/healthz", this.url), { signal }).then(
      async (response) => {
        // A body that is not read would keep its connection busy.
        await response.body?.cancel();
        return response.ok;
      },
      // The reason does not matter: the next check follows soon.
      () => false,
    );
    this.#failures = isHealthy ? 0 : this.#failures + 1;
    if (isHealthy && !this.isUp) this.#up = new AbortController();
    else if (this.#failures >= failuresUntilDown && this.isUp) this.#up.abort();
  }
}
