import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';

/** Time allowed for making an account. */
const WISH_MINUTES = 60;
/** After a longer absence the person may not expect the charge, so it needs a yes. */
const FRESH_MS = 60_000;

interface Wish {
  readonly id: string;
  /** Local path that shows the picture and resumes the save. */
  readonly resumeAt: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export function rememberWish(id: string, resumeAt: string, at = Date.now()): void {
  writeStored('resume-save', JSON.stringify({ id, resumeAt, at } satisfies Wish), { minutes: WISH_MINUTES });
}

function storedWish(): Partial<Wish> | undefined {
  const stored = readStored('resume-save');
  if (stored === undefined) return undefined;
  try {
    return JSON.parse(stored) as Partial<Wish>;
  } catch {
    return undefined;
  }
}

/** Where the save that waits can resume; undefined: none waits. */
export function wishedAt(): string | undefined {
  const path = storedWish()?.resumeAt;
  // Local paths only: `//elsewhere.example` leads out.
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** The picture whose save waits for this path; undefined: none. */
export function wishedPicture(resumeAt: string): string | undefined {
  const wish = storedWish();
  return wish?.resumeAt === resumeAt ? wish.id : undefined;
}

/** Consumes the wish; undefined without one for this picture. */
export function takeWish(id: string, now = Date.now()): { readonly isFresh: boolean } | undefined {
  const wish = storedWish();
  removeStored('resume-save');
  if (wish?.id !== id) return undefined;
  return { isFresh: typeof wish.at === 'number' && now - wish.at <= FRESH_MS };
}

/** Forgets the wish of a picture that is saved; keeps another picture's. */
export function fulfilWish(id: string): void {
  if (storedWish()?.id === id) removeStored('resume-save');
}

/**
 * Keeps the wish fresh, because the person has just acted for it.
 * @param until epoch milliseconds
 */
export function renewWish(until = Date.now()): void {
  const { id, resumeAt } = storedWish() ?? {};
  if (id !== undefined && resumeAt !== undefined) rememberWish(id, resumeAt, until);
}
