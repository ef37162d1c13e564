/** A page of the trail of an account, as the console's page receives it. */

/** A row of the trail. */
export interface TrailRow {
  readonly seq: number;
  readonly at: string;
  /** The login of who acted in a browser, else `operator` or what the command line was given. */
  readonly actor: string;
  /** Such as `KEY_CREATE`. */
  readonly operation: string;
  /** The id of the key, grant, person, store or account, or the name of the plan. */
  readonly record_id: string | null;
  /** What it is called today, or the login of the person; absent for what has no name or is gone. */
  readonly name?: string;
  /** With the names of memories in place of their ids. */
  readonly reason: string | null;
  readonly hash: string;
}

/** A page of a trail. */
export interface TrailPage {
  readonly items: readonly TrailRow[];
  /** `null` on the last page. */
  readonly next_cursor: string | null;
}
