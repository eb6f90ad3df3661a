export interface Work {
  readonly picture: string;
  readonly pixels: number;
}

/** Forces exclusive execution. */
export const ALONE = Infinity;

export interface WorkerSlot {
  /** Frees its memory; the slot stays usable. */
  rest(): Promise<void>;
}

/** Pixels: keeps within the memory of the largest single picture. */
export const ROOM = 8_000_000;

/** Pictures a slot may still hold decoded (`pixels/keep-recent.ts`). */
const KNOWN = 8;

interface Occupancy<At extends WorkerSlot> {
  readonly slot: At;
  /** Latest last. */
  readonly pictures: string[];
  pixels: number | undefined;
}

/**
 * Runs work at a few slots in order of arrival: at most `room` pixels together, or one larger picture alone. Work
 * aborted while waiting never starts.
 */
export function shareSlots<At extends WorkerSlot>(
  slots: readonly At[],
  room: number,
): <T>(work: Work, signal: AbortSignal, doAt: (slot: At) => Promise<T>) => Promise<T> {
  const occupancies = slots.map((slot): Occupancy<At> => ({ slot, pictures: [], pixels: undefined }));
  const waiting: { readonly work: Work; readonly begin: (occupancy: Occupancy<At>) => Promise<void> }[] = [];

  function beginNext(): void {
    const [next] = waiting;
    const free = occupancies.filter(({ pixels }) => pixels === undefined);
    if (next === undefined || free.length === 0) return;
    const { picture, pixels } = next.work;
    const inHand = occupancies.reduce((sum, occupancy) => sum + (occupancy.pixels ?? 0), 0);
    if (free.length < occupancies.length && inHand + pixels > room) return;
    waiting.shift();
    const occupancy = free.find(({ pictures }) => pictures.includes(picture)) ?? free[0]!;
    remember(occupancy.pictures, picture);
    occupancy.pixels = pixels;
    void next.begin(occupancy).finally(() => {
      occupancy.pixels = undefined;
      beginNext();
    });
    beginNext();
  }

  return <T>(work: Work, signal: AbortSignal, doAt: (slot: At) => Promise<T>): Promise<T> => {
    const done = Promise.withResolvers<T>();
    const begin = async (occupancy: Occupancy<At>): Promise<void> => {
      try {
        signal.throwIfAborted();
        if (work.pixels > room)
          await Promise.all(occupancies.filter((one) => one !== occupancy).map(({ slot }) => slot.rest()));
        done.resolve(await doAt(occupancy.slot));
      } catch (error) {
        done.reject(error);
      }
    };
    waiting.push({ work, begin });
    beginNext();
    return done.promise;
  };
}

function remember(pictures: string[], picture: string): void {
  const at = pictures.indexOf(picture);
  if (at >= 0) pictures.splice(at, 1);
  pictures.push(picture);
  if (pictures.length > KNOWN) pictures.shift();
}
