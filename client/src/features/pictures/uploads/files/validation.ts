import { IMAGE_MEDIA_TYPES, MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';

/** Codes of the drop zone (docs/product.md, Uploads). */
type RejectionCode = 'file-invalid-type' | 'file-too-large';

export interface Rejection {
  readonly code: RejectionCode;
  readonly name: string;
  readonly bytes: number;
  /** Set for a format that has to be saved as another first. */
  readonly kind?: FormatName;
}

const FORMATS = {
  HEIC: ['image/heic', 'image/heif', '.heic', '.heif'],
  AVIF: ['image/avif', '.avif'],
  GIF: ['image/gif', '.gif'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type FormatName = keyof typeof FORMATS;

/** By type, or by extension if the system knows no type. */
export function formatOf({ name, type }: Pick<File, 'name' | 'type'>): FormatName | undefined {
  const marks = [type, /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? ''];
  return (Object.keys(FORMATS) as FormatName[]).find((format) =>
    FORMATS[format].some((mark: string) => (type === '' ? marks : [type]).includes(mark)),
  );
}

const EXTENSIONS = ['.png', '.jpg', '.jpeg', '.webp'];

/** For `<input type=file>`: media types and extensions, since some systems know only one of them. */
export const ACCEPTED = [...IMAGE_MEDIA_TYPES, ...EXTENSIONS].join(',');

function looksLikePicture({ name, type }: { name: string; type: string }): boolean {
  if (type !== '') return IMAGE_MEDIA_TYPES.some((accepted) => accepted === type);
  return EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

export function rejectionOf(file: Pick<File, 'name' | 'type' | 'size'>): Rejection | undefined {
  const about = { name: file.name, bytes: file.size };
  if (!looksLikePicture(file)) {
    const kind = formatOf(file);
    return { code: 'file-invalid-type', ...about, ...(kind && { kind }) };
  }
  if (file.size > MAX_UPLOAD_BYTES) return { code: 'file-too-large', ...about };
  return undefined;
}

export type UrlProblem = 'required' | 'invalid';

/** Whether text can be an address; the server finds out whether there is a picture. */
export function urlProblem(text: string): UrlProblem | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 'required';
  // Safari before 18 lacks URL.parse.
  const isWeb = /^https?:/i.test(trimmed) && URL.canParse(trimmed);
  return isWeb && !/\s/.test(trimmed) ? undefined : 'invalid';
}
