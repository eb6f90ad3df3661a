/** Faults that a real server was seen to have; none by default. */
export interface KurrentDbBehaviour {
  /** Repeats of an append that is under way run into the server's time limit. */
  leavesRepeatsUnanswered: boolean;
  /** Appends are refused with "Server Is Not Ready". */
  changesLeader: boolean;
  /** The first call of a connection, which asks for the server's features, fails. */
  isAwayAtFirst: boolean;
  /** No node of a cluster tells a client who leads. */
  hasNoGossip: boolean;
}
