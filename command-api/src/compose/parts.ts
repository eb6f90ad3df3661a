import type { Route } from '../http/contract.ts';

export interface Stoppable {
  stop(): void | Promise<void>;
}

/** Parts start in order and stop in reverse. */
export interface Part {
  readonly routes?: readonly Route[];
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
}

export type Started = Required<Pick<Part, 'start' | 'stop'>>;

/** Starts subscribers and loops together, and stops them together. */
export function running(begin: () => readonly Stoppable[] | Promise<readonly Stoppable[]>): Started {
  let started: readonly Stoppable[] = [];
  return {
    async start() {
      started = await begin();
    },
    async stop() {
      await Promise.all(started.map(async (one) => one.stop()));
    },
  };
}

export const routesOf = (parts: readonly Part[]): Route[] => parts.flatMap(({ routes = [] }) => routes);

export async function startAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.start?.();
}

/** Stops every part, even after one that fails. @throws the first error */
export async function stopAll(parts: readonly Part[]): Promise<void> {
  const errors: unknown[] = [];
  for (const part of parts.toReversed()) {
    try {
      await part.stop?.();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
