/** What stands at one place of a state, before and after an event. `undefined`: nothing. */
export interface Change {
  /** For example `picture.edits.headId`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The places at which two JSON values differ, down to the smallest that do. */
export function differences(before: unknown, after: unknown, path = ''): Change[] {
  if (Object.is(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(before[key], after[key], path === '' ? key : `${path}.${key}`));
}

/** Arrays too: their places are keys. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
