let change: Promise<unknown> | undefined;

/** Resolves when the cookie stands for a person again: calls in between would find the pictures of one with the name of another. */
export async function identitySettled(): Promise<void> {
  if (change === undefined) return;
  await change.catch(() => undefined);
  // Another may have begun meanwhile.
  await identitySettled();
}

/** Runs what changes whom the cookie stands for, and what must follow before anything else is asked: all other calls wait. */
export async function changingIdentity<T>(work: () => Promise<T>): Promise<T> {
  await identitySettled();
  const mine = work();
  change = mine;
  try {
    return await mine;
  } finally {
    if (change === mine) change = undefined;
  }
}
