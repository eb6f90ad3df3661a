import names from 'color-name';

export interface Colour {
  /** `#rrggbb` */
  readonly colour: string;
  readonly opacity: number;
}

const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Three, four, six or eight digits, with or without `#`, or a CSS name; undefined for others. */
export function parseColour(text: string): Colour | undefined {
  const named = Object.hasOwn(names, text.toLowerCase()) ? names[text.toLowerCase()] : undefined;
  if (named !== undefined)
    return { colour: `#${named.map((part) => part.toString(16).padStart(2, '0')).join('')}`, opacity: 1 };
  const [, digits] = HEX.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const long = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  const alpha = long.slice(6) || 'ff';
  return { colour: `#${long.slice(0, 6).toLowerCase()}`, opacity: Number.parseInt(alpha, 16) / 255 };
}
