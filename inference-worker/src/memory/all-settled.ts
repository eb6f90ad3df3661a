/** Like `Promise.all`, but waits for all: an encoder may still read memory that a failure would free. */
export async function allSettled<Promises extends readonly Promise<unknown>[] | []>(
  promises: Promises,
): Promise<{ -readonly [I in keyof Promises]: Awaited<Promises[I]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
