const MINUTE = 60_000;

export interface Left {
  readonly hours: number;
  readonly minutes: number;
  /** The last hour: the person must act now to keep the picture. */
  readonly isLast: boolean;
}

/** Rounds up to the started minute: "1 min" is at most that. */
export function timeLeft(ms: number): Left {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, isLast: minutes <= 60 };
}
