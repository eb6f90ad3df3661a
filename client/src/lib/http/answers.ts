/** What an answer of the API says beside its body, whichever part of the client asked for it. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  /** HTTP status. */
  readonly status: number;
  /** Of the error catalogue; undefined for an answer that is no error. */
  readonly errorCode: string | undefined;
  /** When it was asked for, as `performance.now()` says. */
  readonly askedAt: number;
  readonly header: (name: string) => string | null;
}

const listeners = new Set<(answer: Answer) => void>();

/** Has every answer shown to `listener`, before the caller gets it. */
export function onAnswer(listener: (answer: Answer) => void): void {
  listeners.add(listener);
}

export function noticeAnswer(answer: Answer): void {
  for (const listener of listeners) listener(answer);
}
