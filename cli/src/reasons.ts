import { getSystemErrorMap } from 'node:util';

/** In words: the messages of some system errors hold only a code. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const { errno } = first as NodeJS.ErrnoException;
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || first.message;
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Node reads a byte that is not UTF-8 as U+FFFD, so such a name opens no file. */
export const missing = (file: string): string =>
  file.includes('\uFFFD') ? `The name ${file} is not UTF-8: rename the file.` : `There is no ${file}.`;
