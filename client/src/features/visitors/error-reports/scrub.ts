const ADDRESS = /[^\s@"'<>()]{1,200}@[^\s@"'<>()]{1,255}\.[a-z]{2,}/gi;
const WORD = /[^\s"'<>]+/g;
/** Secrets in links of mails, and ids of pictures and people. */
const TOKEN = /\/(change-password|accept-invitation|confirm-address)\/[^\s/?#"'<>]+/gi;

/** Removes e-mail addresses, URL parameters and tokens. */
export const scrubText = (text: string): string =>
  text.replace(TOKEN, '/$1/…').replace(WORD, withoutParameters).replace(ADDRESS, '[address]');

/** Cuts from `?` or `#` up to a closing bracket. */
function withoutParameters(word: string): string {
  const slash = word.indexOf('/');
  if (slash === -1) return word;
  const parts = word.slice(slash).split(')');
  return word.slice(0, slash) + parts.map((part) => part.split(/[?#]/, 1)[0]).join(')');
}

/** Scrubs every text in a value. */
export function scrub<Value>(value: Value): Value {
  if (typeof value === 'string') return scrubText(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => scrub(item)) as Value;
  // Plain objects only: class instances are not sent as they are.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrub<unknown>(item)])) as Value;
}
