import { getSystemErrorMap } from 'node:util';

/** In words: the messages of some system errors hold only a code. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const { errno } = first as NodeJS.ErrnoException;
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || first.message;
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
