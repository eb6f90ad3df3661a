import { BULK_MANIFEST } from '@clearcut/schemas/transaction/archive';

/** Signs that a file system or an unpacker would not take. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu;

/** Gives names within one archive: no two that a file system could take for one, and none that leads out of its folder. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set([BULK_MANIFEST]);
  return (given) => {
    const name = given.replaceAll(FORBIDDEN, '_').replace(/^\.+/, '_');
    const dot = name.lastIndexOf('.');
    const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let unique = name;
    for (let n = 2; taken.has(keyOf(unique)); n += 1) unique = `${base} (${n})${extension}`;
    taken.add(keyOf(unique));
    return unique;
  };
}

/** Case, and how an accent is written, make no difference on some disks. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
