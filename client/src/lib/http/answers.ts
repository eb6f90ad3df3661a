export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** From the error catalogue; undefined for a success. */
  readonly errorCode: string | undefined;
  /** Time of the request, by `performance.now()`. */
  readonly sentAt: number;
  readonly header: (name: string) => string | null;
}

const listeners = new Set<(answer: Answer) => void>();

export function onAnswer(listener: (answer: Answer) => void): void {
  listeners.add(listener);
}

export function noticeAnswer(answer: Answer): void {
  for (const listener of listeners) listener(answer);
}
