const MINUTE = 60_000;

export interface Left {
  readonly hours: number;
  readonly minutes: number;
  /** The last hour: a person who wants to keep the picture has to do something now. */
  readonly isLast: boolean;
}

/** What is left of `ms`, to the minute that has begun: a person who reads "1 min" has at most that. */
export function timeLeft(ms: number): Left {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, isLast: minutes <= 60 };
}
