/** Values before and after an event; `undefined`: absent. */
export interface Change {
  /** E.g. `picture.edits.headId`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Smallest differing places of two JSON values. */
export function differences(before: unknown, after: unknown, path = ''): Change[] {
  if (Object.is(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(before[key], after[key], path === '' ? key : `${path}.${key}`));
}

/** Includes arrays, whose indexes serve as keys. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
