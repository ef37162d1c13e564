/** A request that the door refuses by itself, before any memory is asked. */
import type { ErrorDetail } from "../../contract/http.js";

/** Carries the whole answer: status, `detail` and headers. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly status: number;
  readonly detail: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: readonly ErrorDetail[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail[0]?.msg ?? `HTTP ${status}`);
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}
