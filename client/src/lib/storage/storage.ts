/** Values stored in this browser (docs/product.md, Browser). */
export type StoredKey =
  | 'client-id'
  | 'cookie-consent'
  | 'currency'
  | 'download-format'
  | 'editor-drafts'
  | 'editor-images'
  | 'editor-owner'
  | 'editor-preferences'
  | 'editor-selected'
  | 'hero-variant'
  | 'last-transaction'
  | 'my-images-config'
  | 'purchase'
  | 'recent-backgrounds'
  | 'resume-save'
  | 'save-confirmed'
  | 'team-menu'
  | 'userData'
  | 'visitor-id';

interface Stored {
  readonly value: string;
  /** Epoch milliseconds; absent: never. */
  readonly expiresAt?: number;
}

/** Fallback when the browser's storage is blocked or full: lives as long as the page. */
const memory = new Map<string, string>();

function isStored(candidate: unknown): candidate is Stored {
  return (
    typeof candidate === 'object' && candidate !== null && 'value' in candidate && typeof candidate.value === 'string'
  );
}

function read(key: StoredKey): Stored | undefined {
  try {
    const candidate: unknown = JSON.parse(memory.get(key) ?? localStorage.getItem(key) ?? '');
    return isStored(candidate) ? candidate : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when missing, expired or written by another program. */
export function readStored(key: StoredKey, now = Date.now()): string | undefined {
  const stored = read(key);
  if (stored === undefined) return undefined;
  if (stored.expiresAt !== undefined && stored.expiresAt <= now) {
    removeStored(key);
    return undefined;
  }
  return stored.value;
}

export function writeStored(key: StoredKey, value: string, options: { minutes?: number; now?: number } = {}): void {
  const { minutes, now = Date.now() } = options;
  const stored: Stored = minutes === undefined ? { value } : { value, expiresAt: now + minutes * 60_000 };
  const text = JSON.stringify(stored);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

export function removeStored(key: StoredKey): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: memory had it all.
  }
}
