import names from 'color-name';
import { ParameterError } from './errors.ts';

export interface Colour {
  /** `#rrggbb` */
  readonly colour: string;
  readonly opacity: number;
}

const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Three, four, six or eight digits, with or without `#`, or a CSS name. */
export function parseColour(text: string): Colour {
  const named = Object.hasOwn(names, text.toLowerCase()) ? names[text.toLowerCase()] : undefined;
  if (named !== undefined)
    return { colour: `#${named.map((part) => part.toString(16).padStart(2, '0')).join('')}`, opacity: 1 };
  const [, digits] = HEX.exec(text) ?? [];
  if (digits === undefined) {
    throw new ParameterError('invalid_bg_color', 'bg_color is a hex colour such as 81d4fa, or the name of a colour.');
  }
  const long = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  const alpha = long.slice(6) || 'ff';
  return { colour: `#${long.slice(0, 6).toLowerCase()}`, opacity: Number.parseInt(alpha, 16) / 255 };
}
