import { clamp } from '../../lib/clamp.ts';

/** Where the line is below a pointer, in percent of what it divides. */
export function shareAt(clientX: number, { left, width }: Pick<DOMRect, 'left' | 'width'>): number {
  return clamp(((clientX - left) / width) * 100, 0, 100);
}

/** Where a key moves the line, in percent; undefined for keys that do not. */
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
