import { AsyncLocalStorage } from 'node:async_hooks';

export interface Spent {
  calls: number;
  /** Processor time of the process without nested steps, ms. */
  ms: number;
}

interface Step {
  readonly name: string;
  /** Processor time of nested steps, ms. */
  nested: number;
}

const inside = new AsyncLocalStorage<Step>();
const spent = new Map<string, Spent>();
/** One step at a time: processor time can only be read for the whole process. */
let last: Promise<unknown> = Promise.resolve();

/** Processor time of this process and all its threads since its start. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Makes each call of `step` count under its name. Calls that would overlap run one after the other. */
export function metered<Args extends unknown[], Result>(
  name: string,
  step: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    const outer = inside.getStore();
    const own: Step = { name, nested: 0 };
    const end = (before: number): void => {
      const ms = processorMs() - before;
      if (outer !== undefined) outer.nested += ms;
      const sum = spent.get(name) ?? { calls: 0, ms: 0 };
      sum.calls++;
      sum.ms += ms - own.nested;
      spent.set(name, sum);
    };
    const run = (): Result => {
      const before = processorMs();
      const result = inside.run(own, () => step(...args));
      if (result instanceof Promise) return result.finally(() => end(before)) as Result;
      end(before);
      return result;
    };
    const isAsync = step.constructor.name === 'AsyncFunction';
    if (!isAsync || outer !== undefined) return run();
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn as Result;
  };
}

/** @returns all steps since the last call, most expensive first. */
export function takeSteps(): Record<string, Spent> {
  const steps = Object.fromEntries([...spent].sort(([, a], [, b]) => b.ms - a.ms));
  spent.clear();
  return steps;
}
