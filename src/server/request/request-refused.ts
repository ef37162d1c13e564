/** A request that the HTTP interface refuses before it calls a memory. */
import type { ErrorDetail } from "../../contract/http.js";

/** An error with the complete response: status, `detail` and headers. */
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
