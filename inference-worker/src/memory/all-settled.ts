/**
 * What all of them give. Should one fail, its error comes only when none is at work any more: memory that is given back then
 * (`Workspace`) may not be read by an encoder that is still busy.
 */
export async function allSettled<Promises extends readonly Promise<unknown>[] | []>(
  promises: Promises,
): Promise<{ -readonly [I in keyof Promises]: Awaited<Promises[I]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
