import { getSystemErrorMap } from 'node:util';

/** In words: messages of some system errors hold only a code, or name a call and a path. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  if (!(first instanceof Error)) return String(first);
  const { errno } = first as NodeJS.ErrnoException;
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || first.message;
}

/** Undefined unless the system denies a file to this user. */
export function denialOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (path === undefined || !['EACCES', 'EPERM'].includes(code)) return undefined;
  return `${path} cannot be used: ${reasonOf(error)}. Give it to the user who starts Clearcut.`;
}
