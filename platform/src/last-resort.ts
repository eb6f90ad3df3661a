import { AsyncLocalStorage } from 'node:async_hooks';

type Fail = (error: unknown) => void;

const current = new AsyncLocalStorage<Fail>();

/**
 * Runs work whose stray errors are its own: one that a stream, a promise or an emitter of it throws where no code catches it goes to
 * `fail` instead of ending the process.
 */
export const withLastResort = <T>(fail: Fail, work: () => T): T => current.run(fail, work);

/** Hands a stray error to the work that it belongs to; false where it belongs to none. */
export function failWork(error: unknown): boolean {
  const fail = current.getStore();
  fail?.(error);
  return fail !== undefined;
}
