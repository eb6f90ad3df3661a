import type { ExportLayout, Margin } from '@clearcut/schemas/transaction/export-options';
import type { Shadow } from '@clearcut/schemas/transaction/scene';
import { type Colour, parseColour } from '../body/colours.ts';
import type { Fields } from '../body/fields.ts';
import { ParameterError } from './errors.ts';
import { parseMargins, parsePercentage, parsePosition, parseRoi, parseScale } from './lengths.ts';

export interface Parameters {
  readonly quality: 'preview' | 'hd' | 'auto';
  /** Shrinks the result to this many pixels. */
  readonly maxPixels: number | null;
  readonly format: 'auto' | 'png' | 'jpg' | 'webp' | 'zip';
  readonly channels: 'rgba' | 'alpha';
  readonly roi: readonly Margin[] | null;
  readonly crop: boolean;
  readonly margins: ExportLayout['margins'];
  readonly scale: number | null;
  readonly position: ExportLayout['position'];
  readonly background: Colour | null;
  readonly backgroundUrl: string | null;
  readonly shadow: Shadow | null;
  readonly tellsType: boolean;
}

const MEGAPIXEL = 1_000_000;
const PREVIEW = { quality: 'preview', maxPixels: MEGAPIXEL / 4 } as const;
const FULL = { quality: 'hd', maxPixels: null } as const;

const SIZES: ReadonlyMap<string, Pick<Parameters, 'quality' | 'maxPixels'>> = new Map(
  Object.entries({
    preview: PREVIEW,
    small: PREVIEW,
    regular: PREVIEW,
    medium: { quality: 'hd', maxPixels: 1.5 * MEGAPIXEL },
    hd: { quality: 'hd', maxPixels: 4 * MEGAPIXEL },
    full: FULL,
    '4k': FULL,
    '50MP': FULL,
    auto: { quality: 'auto', maxPixels: null },
  } as const),
);
const FORMATS = ['auto', 'png', 'jpg', 'webp', 'zip'] as const;
const CHANNELS = ['rgba', 'alpha'] as const;
const SHADOWS = ['auto', 'car', '3D', 'drop', 'none'];

/** Sent by programs for unset values: a form has no other way. */
const UNSET = new Set(['', 'undefined', 'null']);
const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

/** Ignores unknown parameters, as remove.bg does. @throws ParameterError with remove.bg's code */
export function parseParameters({ texts, files }: Pick<Fields, 'texts' | 'files'>): Parameters {
  const text = (name: string): string | undefined => {
    const value = texts.get(name)?.trim() ?? '';
    return UNSET.has(value) ? undefined : value;
  };
  const flag = (name: string): boolean => {
    const value = text(name)?.toLowerCase() ?? 'false';
    if (TRUE.has(value) || FALSE.has(value)) return TRUE.has(value);
    throw new ParameterError(`invalid_${name}`, `${name} is true or false.`);
  };
  // Accepted without effect: output is always semi-transparent.
  flag('semitransparency');
  const size = SIZES.get(text('size') ?? 'preview');
  if (size === undefined) throw new ParameterError('invalid_size', `size is one of ${[...SIZES.keys()].join(', ')}.`);
  const [roi, colour, backgroundUrl] = [text('roi'), text('bg_color'), text('bg_image_url') ?? null];
  if ([colour !== undefined, backgroundUrl !== null, files.has('bg_image_file')].filter(Boolean).length > 1) {
    throw new ParameterError('multiple_bg_sources', 'Give one of bg_color, bg_image_url and bg_image_file.');
  }
  const scale = parseScale(text('scale') ?? 'original');
  const position = parsePosition(text('position') ?? (scale === null ? 'original' : 'center'));
  return {
    ...size,
    format: oneOf(FORMATS, text('format') ?? 'auto', 'format'),
    channels: oneOf(CHANNELS, text('channels') ?? 'rgba', 'channels'),
    roi: roi === undefined ? null : parseRoi(roi),
    crop: flag('crop'),
    margins: parseMargins(text('crop_margin') ?? '0'),
    scale,
    position,
    background: colour === undefined ? null : backgroundOf(colour),
    backgroundUrl,
    shadow: flag('add_shadow') || text('shadow_type') !== undefined ? shadowOf(text) : null,
    tellsType: text('type_level') !== 'none',
  };
}

function oneOf<Name extends string>(names: readonly Name[], text: string, parameter: string): Name {
  const name = names.find((one) => one === text);
  if (name === undefined)
    throw new ParameterError(`invalid_${parameter}`, `${parameter} is one of ${names.join(', ')}.`);
  return name;
}

/** Uses our shadow for any subject: the ground one, or `drop`. */
function backgroundOf(text: string): Colour {
  const colour = parseColour(text);
  if (colour !== undefined) return colour;
  throw new ParameterError('invalid_bg_color', 'bg_color is a hex colour such as 81d4fa, or the name of a colour.');
}

function shadowOf(text: (name: string) => string | undefined): Shadow | null {
  const kind = text('shadow_type') ?? 'auto';
  if (!SHADOWS.includes(kind))
    throw new ParameterError('invalid_shadow_type', `shadow_type is one of ${SHADOWS.join(', ')}.`);
  if (kind === 'none') return null;
  const opacity = parsePercentage(text('shadow_opacity') ?? '45') / 100;
  if (!(opacity >= 0 && opacity <= 1))
    throw new ParameterError('invalid_shadow_opacity', 'shadow_opacity is from 0 to 100.');
  return { kind: kind === 'drop' ? 'drop' : 'ground', color: '#000000', opacity, blur: 8, offset: { x: 8, y: 8 } };
}
