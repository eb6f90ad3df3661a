/** Faults that a real server was seen to have; none by default. */
export interface KurrentDbBehaviour {
  /** Repeats of an append that is under way run into the server's time limit. */
  leavesRepeatsUnanswered: boolean;
  /** Appends are refused with "Server Is Not Ready". */
  changesLeader: boolean;
  /** How long each append is under way. */
  takesMs: number;
  /** No node of a cluster tells a client who leads. */
  hasNoGossip: boolean;
  /** The login may read streams, and not the whole log. */
  forbidsReadingAll: boolean;
  /** Subscriptions stay open, and nothing is pushed any more. */
  pushesNothing: boolean;
}
