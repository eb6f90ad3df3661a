/** A segment never starts with a dot: neither `.` nor `..` can climb out, and an adapter may keep dotted names for itself. */
const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
/** What S3 takes, in bytes; all characters of a key are one byte long. */
const MAX_LENGTH = 1024;

/** @throws Error when `key` is not a key; adapters turn keys into paths and may only do so after this. */
export function checkKey(key: string): void {
  if (KEY.test(key) && key.length <= MAX_LENGTH) return;
  throw new Error(
    `${JSON.stringify(key.slice(0, 100))} is not a blob key: segments of letters, digits, ".", "_", "-", not starting with ".", joined by "/"`,
  );
}

/** @throws Error when `prefix` is not a key followed by `/`; without the `/` it would also match a neighbour's keys. */
export function checkPrefix(prefix: string): void {
  if (!prefix.endsWith('/'))
    throw new Error(`The blob prefix ${JSON.stringify(prefix.slice(0, 100))} must end with "/"`);
  checkKey(prefix.slice(0, -1));
}
