import { AsyncLocalStorage } from 'node:async_hooks';

type Fail = (error: unknown) => void;

const current = new AsyncLocalStorage<Fail>();

/** Instead of ending the process. */
export const withLastResort = <T>(fail: Fail, work: () => T): T => current.run(fail, work);

/** False when it belongs to no work. */
export function failWork(error: unknown): boolean {
  const fail = current.getStore();
  fail?.(error);
  return fail !== undefined;
}
