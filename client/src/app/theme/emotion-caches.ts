import type { EmotionCache } from '@emotion/cache';
import type { Direction } from '@clearcut/schemas/languages';
import { createLtrCache } from './create-cache.ts';

const caches = new Map<Direction, EmotionCache>([['ltr', createLtrCache()]]);

/** Mirrors MUI's physical sides. */
export async function prepareDirection(direction: Direction): Promise<void> {
  if (caches.has(direction)) return;
  const { createRtlCache } = await import('./rtl-cache.ts');
  caches.set(direction, createRtlCache());
}

/** @throws when the direction was not prepared: its styles would come out mirrored */
export function cacheFor(direction: Direction): EmotionCache {
  const cache = caches.get(direction);
  if (cache === undefined) throw new Error(`The styles for ${direction} were not prepared`);
  return cache;
}
