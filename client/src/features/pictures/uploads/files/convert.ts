import { i18n } from '../../../../lib/i18n/i18n.ts';
import { showToast } from '../../../../ui/toasts/show-toast.ts';
import { formatOf, type FormatName } from './validation.ts';

/** Photographs become JPEG; AVIF may be transparent. A GIF may be animated, so its owner chooses the picture. */
const TARGETS: Partial<Record<FormatName, { readonly type: string; readonly extension: string }>> = {
  HEIC: { type: 'image/jpeg', extension: 'jpg' },
  AVIF: { type: 'image/png', extension: 'png' },
};
const QUALITY = 0.95;
const TOAST_MS = 6_000;

const targetOf = (file: File) => {
  const kind = formatOf(file);
  const target = kind && TARGETS[kind];
  return kind === undefined || target === undefined ? undefined : { kind, ...target };
};

/**
 * Converts what this browser can decode but the server does not accept, and says so. Other files stay unchanged, and
 * are refused by name.
 */
export const converted = (files: readonly File[]): Promise<File[]> => Promise.all(files.map(convert));

async function convert(file: File): Promise<File> {
  const target = targetOf(file);
  if (target === undefined) return file;
  try {
    const image = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    image.close();
    const blob = await canvas.convertToBlob({ type: target.type, quality: QUALITY });
    const name = `${file.name.replace(/\.[^.]*$/, '')}.${target.extension}`;
    const to = target.extension.toUpperCase();
    showToast(i18n.t('converted', { ns: 'uploads', kind: target.kind, to }), { tone: 'info', durationMs: TOAST_MS });
    return new File([blob], name, { type: target.type });
  } catch {
    // Not decodable here.
    return file;
  }
}
