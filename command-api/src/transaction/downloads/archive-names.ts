import { BULK_MANIFEST } from '@clearcut/schemas/transaction/archive';

const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu;

/** Common file system limit, in UTF-8. */
const MAX_NAME_BYTES = 255;

/** Longer endings are not extensions. */
const MAX_EXTENSION_BYTES = 16;

/** Makes names unique within an archive, also on file systems that ignore case, and confines them to its folder. */
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

/** Some disks ignore case and Unicode normalisation. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

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
