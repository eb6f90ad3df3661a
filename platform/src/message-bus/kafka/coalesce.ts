/** Calls during one run join the next. */
export function coalesce<T>(act: (items: readonly T[]) => Promise<void>): (items: readonly T[]) => Promise<void> {
  let waiting: { readonly items: readonly T[]; readonly done: PromiseWithResolvers<void> }[] = [];
  let acting = false;

  async function takeTurns(): Promise<void> {
    acting = true;
    while (waiting.length > 0) {
      const turn = waiting;
      waiting = [];
      await act(turn.flatMap(({ items }) => items)).then(
        () => turn.forEach(({ done }) => done.resolve()),
        (error: unknown) => turn.forEach(({ done }) => done.reject(error)),
      );
    }
    acting = false;
  }

  return (items) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ items, done });
    if (!acting) void takeTurns();
    return done.promise;
  };
}

export function inBatches<T>(items: readonly T[], limit: number, sizeOf: (item: T) => number): T[][] {
  const found: T[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = found.at(-1);
    if (last === undefined || size > left) {
      found.push([item]);
      left = limit - size;
    } else {
      last.push(item);
      left -= size;
    }
  }
  return found;
}
