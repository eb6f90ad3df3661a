import type { ExportLayout, Margin } from '@clearcut/schemas/transaction/export-options';
import { ParameterError } from './errors.ts';

const LENGTH = /^(\d+(?:\.\d+)?)(px|%)?$/;
const PERCENTAGE = /^(\d+(?:\.\d+)?)%?$/;
const MAX_MARGIN = { px: 500, '%': 50 } as const;

const wordsOf = (text: string): string[] => text.trim().split(/[\s,]+/);

/** `x1 y1 x2 y2`, each in pixels or per cent. */
export function parseRoi(text: string): readonly Margin[] {
  const words = wordsOf(text);
  const lengths = words.map((word) => parseLength(word));
  if (lengths.length !== 4 || lengths.includes(undefined)) {
    throw new ParameterError('invalid_roi', 'roi has the form "x1 y1 x2 y2", each in px or %.');
  }
  return lengths as Margin[];
}

/** One, two or four lengths, in CSS order. */
export function parseMargins(text: string): ExportLayout['margins'] {
  const margins = wordsOf(text).map((word) => parseLength(word));
  const isValid = margins.every((margin) => margin !== undefined && margin.value <= MAX_MARGIN[margin.unit]);
  const [top, right = top, bottom = top, left = right] = margins;
  if (!isValid || ![1, 2, 4].includes(margins.length) || !top || !right || !bottom || !left) {
    throw new ParameterError(
      'invalid_crop_margin',
      'crop_margin has one, two or four values: up to 500px, or up to 50%.',
    );
  }
  return { top, right, bottom, left };
}

/** 10 to 100 per cent; null for `original`. */
export function parseScale(text: string): number | null {
  if (text === 'original') return null;
  const length = parseLength(text);
  if (length?.unit === '%' && length.value >= 10 && length.value <= 100) return length.value;
  throw new ParameterError('invalid_scale', 'scale is "original", or from 10% to 100%.');
}

/** One or two percentages; null for `original`. */
export function parsePosition(text: string): ExportLayout['position'] {
  if (text === 'original') return null;
  if (text === 'center') return { x: 50, y: 50 };
  const [x, y = x, ...more] = wordsOf(text).map((word) => parseLength(word));
  const isValid = [x, y].every((part) => part?.unit === '%' && part.value <= 100) && more.length === 0;
  if (isValid && x && y) return { x: x.value, y: y.value };
  throw new ParameterError(
    'invalid_position',
    'position is "original", "center", or one or two values from 0% to 100%.',
  );
}

export function parsePercentage(text: string): number {
  const [, value] = PERCENTAGE.exec(text) ?? [];
  return value === undefined ? Number.NaN : Number(value);
}

function parseLength(word: string): Margin | undefined {
  const [, value, unit = 'px'] = LENGTH.exec(word) ?? [];
  return value === undefined ? undefined : { value: Number(value), unit: unit === '%' ? '%' : 'px' };
}
