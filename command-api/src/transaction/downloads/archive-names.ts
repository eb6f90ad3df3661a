import { BULK_MANIFEST } from '@clearcut/schemas/transaction/archive';

/** Signs that a file system or an unpacker would not take. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu;

/** What file systems take at most, in UTF-8. */
const MAX_NAME_BYTES = 255;

/** A longer end of a name is no extension. */
const MAX_EXTENSION_BYTES = 16;

/** Gives names within one archive: no two that a file system could take for one, and none that leads out of its folder. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set([BULK_MANIFEST]);
  return (given) => {
    const name = given.replaceAll(FORBIDDEN, '_').replace(/^\.+/, '_');
    const dot = name.lastIndexOf('.');
    const hasExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION_BYTES;
    const [base, extension] = hasExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let unique = fitted(base, extension);
    for (let n = 2; taken.has(keyOf(unique)); n += 1) unique = fitted(base, ` (${n})${extension}`);
    taken.add(keyOf(unique));
    return unique;
  };
}

/** Case, and how an accent is written, make no difference on some disks. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** As many letters of `base` as there is room for in front of `end`. */
function fitted(base: string, end: string): string {
  let room = MAX_NAME_BYTES - Buffer.byteLength(end);
  if (Buffer.byteLength(base) <= room) return base + end;
  let kept = '';
  for (const { segment } of letters.segment(base)) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept + end;
}
