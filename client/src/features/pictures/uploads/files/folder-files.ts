import { addTexts, i18n } from '../../../../lib/i18n/i18n.ts';
import { showToast } from '../../../../ui/toasts/show-toast.ts';

const TOLD_MS = 10_000;

/** Files that operating systems add to folders. */
export const isClutter = ({ name }: File): boolean => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name);

/** Leaves out clutter, and says when a folder has nothing else. */
export async function ofFolder(all: readonly File[]): Promise<File[]> {
  const files = all.filter((file) => !isClutter(file));
  if (files.length === 0) {
    await addTexts('bulk');
    showToast(i18n.t('drop.emptyFolder', { ns: 'bulk' }), { tone: 'error', durationMs: TOLD_MS });
  }
  return files;
}
