/** Faults observed in a real server; none by default. */
export interface KurrentDbBehaviour {
  /** Repeats of a pending append run into the server's time limit. */
  leavesRepeatsUnanswered: boolean;
  /** Refuses appends with "Server Is Not Ready". */
  changesLeader: boolean;
  /** Duration of each append. */
  takesMs: number;
  /** No node tells a client who leads. */
  hasNoGossip: boolean;
  /** The login may read streams, but not the whole log. */
  forbidsReadingAll: boolean;
  /** Subscriptions stay open without further events. */
  pushesNothing: boolean;
}
