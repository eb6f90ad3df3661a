/** Apart from the schemas: browsers read it without zod. */

export const UNSEEN = 'Use only characters that can be seen';

/** Control characters other than newline and tab, and lone surrogates: PostgreSQL refuses some, and no one sees any. */
const UNSTORABLE = /[^\P{Cc}\n\t]|\p{Cs}/u;
const EVERY_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

/** Line ends, and controls that reorder the text around them. U+200E, U+200F and U+061C turn only their neighbours. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const EVERY_NOT_IN_A_LINE = new RegExp(NOT_IN_A_LINE, 'gu');

/** U+2800 is a symbol by category, and blank. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const REPLACEMENT = '\ufffd';

/** In events and rows. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** Replaces what cannot be stored; line ends become newlines. */
export const toStorable = (text: string): string =>
  isStorable(text) ? text : withNewlines(text).replaceAll(EVERY_UNSTORABLE, REPLACEMENT);

export const withNewlines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Stays on one line, and leaves the order around it alone. */
export const isLine = (text: string): boolean => !NOT_IN_A_LINE.test(text);

export const toLine = (text: string): string => text.replaceAll(EVERY_NOT_IN_A_LINE, '');

const INK = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Cheaper than `visibleLength`. */
export const hasInk = (text: string): boolean => INK.test(text.replaceAll(INVISIBLE, ''));

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As a reader counts: one for a letter with its marks or a run of spaces, none without ink. */
export function visibleLength(text: string): number {
  const withInk = [...graphemes.segment(text)].filter(({ segment }) => hasInk(segment));
  const words = text
    .replaceAll(INVISIBLE, (character) => (/\s/.test(character) ? ' ' : ''))
    .split(/\s+/)
    .filter((word) => word !== '');
  return withInk.length === 0 ? 0 : withInk.length + words.length - 1;
}

/** UTF-16 units, without half a surrogate pair. */
export function cut(text: string, length: number): string {
  const start = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}

/** Changes every string, keys included; returns the value itself where nothing changes. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapTexts(item, change));
    return items.every((item, index) => item === value[index]) ? (value as unknown[]) : items;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const before = Object.entries(value);
  const after = before.map(([key, item]) => [change(key), mapTexts(item, change)] as const);
  const isSame = after.every(([key, item], index) => key === before[index]?.[0] && item === before[index]?.[1]);
  return isSame ? value : Object.fromEntries(after);
}

/** Field names on the way to the first such text. */
export function findUnstorable(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(item, [...path, key]) : path;
    if (found !== undefined) return found;
  }
  return undefined;
}
