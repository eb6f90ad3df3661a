/**
 * Like `Promise.all`, but fails only after all have settled: memory given back then (`Workspace`) must not be read by
 * an encoder still at work.
 */
export async function allSettled<Promises extends readonly Promise<unknown>[] | []>(
  promises: Promises,
): Promise<{ -readonly [I in keyof Promises]: Awaited<Promises[I]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
