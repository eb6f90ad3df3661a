import type { Fields } from '../body/fields.ts';
import { ParameterError } from '../removebg/errors.ts';
import { type Parameters, parseParameters } from '../removebg/parameters.ts';

const SIZES = ['preview', 'medium', 'hd', 'full'];
const FORMATS = ['png', 'jpg', 'webp'];
const TAKEN = ['size', 'format', 'channels', 'bg_color', 'crop'];

/** Ignores others, such as `despill`. @throws ParameterError */
export function parsePhotoroom({ texts }: Pick<Fields, 'texts'>): Parameters {
  const given = new Map([...texts].filter(([name, value]) => TAKEN.includes(name) && value.trim() !== ''));
  refuseOther('size', SIZES, given.get('size'));
  refuseOther('format', FORMATS, given.get('format'));
  const defaults = new Map([
    ['size', 'full'],
    ['format', 'png'],
    ['type_level', 'none'],
  ]);
  return parseParameters({ texts: new Map([...defaults, ...given]), files: new Map() });
}

function refuseOther(name: string, known: readonly string[], value: string | undefined): void {
  if (value !== undefined && !known.includes(value.trim())) {
    throw new ParameterError(`invalid_${name}`, `${name} is one of ${known.join(', ')}.`);
  }
}
