import { Store } from '../../lib/store.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';

/** As long as a person may take to make an account. */
const WISH_MINUTES = 60;
/** A person who was away for longer may no longer expect that a credit is spent, and is asked. */
const FRESH_MS = 60_000;

/** That a visitor wanted to save a picture, which takes an account. */
interface Wish {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export function rememberWish(id: string, at = Date.now()): void {
  writeStored('resume-save', JSON.stringify({ id, at } satisfies Wish), { minutes: WISH_MINUTES });
}

/** Takes what was remembered, so that it counts once: undefined when it was about another picture, or about none. */
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

/** Makes what was remembered fresh: the person has just paid for it. */
export function renewWish(now = Date.now()): void {
  try {
    const { id } = JSON.parse(readStored('resume-save') ?? '') as Partial<Wish>;
    if (id !== undefined) rememberWish(id, now);
  } catch {
    // Nothing was remembered, or nothing of ours.
  }
}

/** Id of the picture of which is asked whether it is to be saved after all. It outlasts the page, whose layout changes with a login. */
class ResumeQuestion extends Store<string | undefined> {
  ask(id: string): void {
    this.replace(id);
  }

  close(): void {
    this.replace(undefined);
  }
}

export const resumeQuestion = new ResumeQuestion(undefined);
