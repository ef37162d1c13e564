/** A page of the trail of an account, as the console's page receives it. */

/** A row of the trail. */
export interface TrailRow {
  readonly seq: number;
  readonly at: string;
  /**
   * Who made the change: the login of a person in a browser, else `operator` or the actor that the
   * command line was given.
   */
  readonly actor: string;
  /** Such as `KEY_CREATE`. */
  readonly operation: string;
  /** The id of the key, grant, person, store or account, or the name of the plan. */
  readonly record_id: string | null;
  /** Its current name, or the login of the person; absent if it has no name or no longer exists. */
  readonly name?: string;
  /** The reason, with the names of memories in place of their ids. */
  readonly reason: string | null;
  readonly hash: string;
}

/** A page of a trail. */
export interface TrailPage {
  readonly items: readonly TrailRow[];
  /** `null` on the last page. */
  readonly next_cursor: string | null;
}
