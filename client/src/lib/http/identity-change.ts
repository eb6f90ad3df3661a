let change: Promise<unknown> | undefined;

/** Calls in between would look for one person's pictures as another. */
export async function identitySettled(): Promise<void> {
  if (change === undefined) return;
  await change.catch(() => undefined);
  // Another change may have begun meanwhile.
  await identitySettled();
}

/** All other calls wait. */
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
