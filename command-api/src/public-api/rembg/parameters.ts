import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { FieldFile, Fields } from '../body/fields.ts';
import { FieldError } from './errors.ts';
import { subjectIn } from './sam-prompt.ts';

export interface Parameters {
  readonly isMatteAlone: boolean;
  /** `ppm`: smoothed, and either opaque or not. */
  readonly isHard: boolean;
  /** `colour` is `#rrggbb`. */
  readonly background: { readonly colour: string; readonly opacity: number } | null;
  readonly subject: SubjectChoice;
  readonly model: string | null;
  /** Parameters without effect: every matte is refined. */
  readonly ignored: readonly string[];
}

const TRUE = new Set(['true', '1', 'yes', 'y', 'on', 't']);
const FALSE = new Set(['false', '0', 'no', 'n', 'off', 'f', '']);
const BYTE = { from: 0, to: 255 };

/** Thresholds of alpha matting, and the erosion size. */
const NUMBERS = { af: BYTE, ab: BYTE, ae: { from: 0, to: Number.MAX_SAFE_INTEGER } } as const;
const FLAGS = ['a', 'om', 'ppm', 'dc', 'vm'] as const;
const IGNORED = ['a', 'af', 'ab', 'ae', 'dc', 'vm'];

const isFlag = (name: string): name is (typeof FLAGS)[number] => FLAGS.some((flag) => flag === name);

/** @throws FieldError */
export function pictureOf({ files, repeated }: Pick<Fields, 'files' | 'repeated'>): FieldFile {
  const picture = files.get('file');
  if (picture === undefined) throw new FieldError('file', 'Field required', 'missing');
  if (repeated.has('file')) throw new FieldError('file', 'Send one picture in each request');
  return picture;
}

/** Ignores unknown parameters. @throws FieldError */
export function parseParameters(valueOf: (name: string) => string | undefined): Parameters {
  const flags = new Map(FLAGS.map((name) => [name, parseFlag(name, valueOf(name))]));
  for (const [name, range] of Object.entries(NUMBERS)) checkNumber(name, valueOf(name), range);
  const colour = valueOf('bgc')?.trim() ?? '';
  const isSet = (name: string): boolean =>
    isFlag(name) ? flags.get(name) === true : (valueOf(name)?.trim() ?? '') !== '';
  return {
    isMatteAlone: flags.get('om') === true,
    isHard: flags.get('ppm') === true,
    background: colour === '' ? null : parseColour(colour),
    model: valueOf('model')?.trim() || null,
    subject: subjectIn(valueOf('extras')),
    ignored: IGNORED.filter(isSet),
  };
}

function parseFlag(name: string, text = ''): boolean {
  const word = text.trim().toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  throw new FieldError(name, 'Input should be a valid boolean', 'bool_parsing');
}

function checkNumber(name: string, text: string | undefined, { from, to }: { from: number; to: number }): void {
  if (text === undefined || text === '') return;
  const value = /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new FieldError(name, 'Input should be a valid integer', 'int_parsing');
  if (value < from) throw new FieldError(name, `Input should be ${from} or more`, 'greater_than_equal');
  if (value > to) throw new FieldError(name, `Input should be ${to} or less`, 'less_than_equal');
}

/** `r,g,b,a`, each 0 to 255; opaque without `a`. */
function parseColour(text: string): { readonly colour: string; readonly opacity: number } {
  const parts = text.replaceAll(/[()[\]\s]/g, '').split(',');
  const [red, green, blue, alpha = 255, ...more] = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256));
  const colour = [red, green, blue];
  if (colour.includes(undefined) || more.length > 0 || [...colour, alpha].some((part) => (part ?? 256) > 255)) {
    throw new FieldError('bgc', 'Input should be four numbers from 0 to 255, such as 255,255,255,255');
  }
  return {
    colour: `#${colour.map((part) => (part ?? 0).toString(16).padStart(2, '0')).join('')}`,
    opacity: alpha / 255,
  };
}
