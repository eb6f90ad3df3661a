import { clamp } from '../../../lib/clamp.ts';

/** Per cent of the divided width. */
export function shareAt(clientX: number, { left, width }: Pick<DOMRect, 'left' | 'width'>): number {
  return clamp(((clientX - left) / width) * 100, 0, 100);
}

/** Per cent; undefined for other keys. */
export function shareAfterKey(share: number, key: string): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: share - 2,
    ArrowDown: share - 2,
    ArrowRight: share + 2,
    ArrowUp: share + 2,
    PageDown: share - 10,
    PageUp: share + 10,
    Home: 0,
    End: 100,
  };
  const target = targets[key];
  return target === undefined ? undefined : clamp(target, 0, 100);
}
