/** Never starts with a dot: `..` cannot climb out, and adapters may reserve dotted names. */
const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
const MAX_LENGTH = 1024;

/** Adapters may turn keys into paths only after this. @throws Error */
export function checkKey(key: string): void {
  if (KEY.test(key) && key.length <= MAX_LENGTH) return;
  throw new Error(
    `${JSON.stringify(key.slice(0, 100))} is not a blob key: segments of letters, digits, ".", "_", "-", not starting with ".", joined by "/"`,
  );
}

/** Without the final `/` it would match a neighbour's keys. @throws Error */
export function checkPrefix(prefix: string): void {
  if (!prefix.endsWith('/'))
    throw new Error(`The blob prefix ${JSON.stringify(prefix.slice(0, 100))} must end with "/"`);
  checkKey(prefix.slice(0, -1));
}
