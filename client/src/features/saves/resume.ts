import { Store } from '../../lib/store.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';

/** Time allowed for making an account. */
const WISH_MINUTES = 60;
/** After a longer absence the person may not expect the charge, so they are asked. */
const FRESH_MS = 60_000;

interface Wish {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export function rememberWish(id: string, at = Date.now()): void {
  writeStored('resume-save', JSON.stringify({ id, at } satisfies Wish), { minutes: WISH_MINUTES });
}

/** Consumes the wish; undefined without one for this picture. */
export function takeWish(id: string, now = Date.now()): { readonly isFresh: boolean } | undefined {
  const stored = readStored('resume-save');
  removeStored('resume-save');
  if (stored === undefined) return undefined;
  try {
    const wish = JSON.parse(stored) as Partial<Wish>;
    return wish.id === id ? { isFresh: typeof wish.at === 'number' && now - wish.at <= FRESH_MS } : undefined;
  } catch {
    return undefined;
  }
}

/** Refreshes the wish: the person has just paid for it. */
export function renewWish(now = Date.now()): void {
  try {
    const { id } = JSON.parse(readStored('resume-save') ?? '') as Partial<Wish>;
    if (id !== undefined) rememberWish(id, now);
  } catch {
    // Missing or invalid.
  }
}

/** Id of the picture whose save awaits confirmation. Outlives the page, whose layout changes with a login. */
class ResumeQuestion extends Store<string | undefined> {
  ask(id: string): void {
    this.replace(id);
  }

  close(): void {
    this.replace(undefined);
  }
}

export const resumeQuestion = new ResumeQuestion(undefined);
