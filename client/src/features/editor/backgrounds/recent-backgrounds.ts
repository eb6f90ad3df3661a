import { isStockBackground } from '@clearcut/schemas/transaction/stock-backgrounds';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';

const MAX_RECENT = 8;

/** Stock backgrounds chosen in this browser, latest first. */
export function recentBackgrounds(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(readStored('recent-backgrounds') ?? '[]');
    if (!Array.isArray(ids)) return [];
    return ids.filter((id): id is string => typeof id === 'string' && isStockBackground(id)).slice(0, MAX_RECENT);
  } catch {
    return [];
  }
}

export function rememberBackground(id: string): void {
  const others = recentBackgrounds().filter((other) => other !== id);
  writeStored('recent-backgrounds', JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
}
