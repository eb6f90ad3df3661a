/** The first bytes decide. */
const PICTURE = /\.(?:png|jpe|jpe?g|jfif|jfi|jif|pjpe?g|pjp|webp)$/i;
/** Our own results, also numbered. */
const RESULT = /-(?:cutout|mask)(?:-\d+)?\.(?:png|jpg|webp)$/i;
/** Thumbnails, bins and snapshots of Synology, QNAP, Windows and macOS. */
const SYSTEM_FOLDERS = new Set([
  '@eadir',
  '@recently-snapshot',
  '@recycle',
  '@synoresource',
  '@tmp',
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  '__macosx',
  'lost+found',
  'network trash folder',
  'recycled',
  'recycler',
  'system volume information',
  'temporary items',
  'thevolumesettingsfolder',
]);
const SYSTEM_FILE = /^(?:synophoto_thumb.*|synoindex_media_info|(?:eh)?thumbs(?:_.*)?\.db|desktop\.ini)$/i;

export type SkipReason = 'hidden' | 'system' | 'link' | 'result' | 'not-a-picture' | 'special' | 'unreadable';

export const isPictureName = (name: string): boolean => PICTURE.test(name);

/** @returns undefined where the name gives no reason */
export function skipReasonOf(name: string, isFolder: boolean): SkipReason | undefined {
  if (name.startsWith('.')) return 'hidden';
  if (isFolder) return SYSTEM_FOLDERS.has(name.toLowerCase()) ? 'system' : undefined;
  if (SYSTEM_FILE.test(name)) return 'system';
  if (!isPictureName(name)) return 'not-a-picture';
  return RESULT.test(name) ? 'result' : undefined;
}
