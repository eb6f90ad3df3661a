/** The product cannot start or run on. The message is one line for the person at the terminal: what is wrong and what to do. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** What a system error means, without its stack or code list: `EACCES: permission denied, mkdir '/x'` → `permission denied`. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message.split('\n', 1)[0] ?? message;
}
