const ADDRESS = /[^\s@"'<>()]+@[^\s@"'<>()]+\.[a-z]{2,}/gi;
const QUERY = /((?:https?:\/)?\/[^\s?#"'<>]*)[?#][^\s"'<>)]*/gi;
/** What a mail's link holds, and what names a picture or a person. */
const TOKEN = /\/(change-password|accept-invitation|confirm-address)\/[^\s/?#"'<>]+/gi;

/** A text without addresses of people, parameters of addresses, and tokens. */
export const scrubText = (text: string): string =>
  text.replace(TOKEN, '/$1/…').replace(QUERY, '$1').replace(ADDRESS, '[address]');

/** The same value with every text in it scrubbed. */
export function scrub<Value>(value: Value): Value {
  if (typeof value === 'string') return scrubText(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => scrub(item)) as Value;
  // Only plain objects: what is of a class is not sent as it is.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrub<unknown>(item)])) as Value;
}
