export interface Work {
  readonly picture: string;
  readonly pixels: number;
}

/** Pixels of work that shares memory with no other. */
export const ALONE = Infinity;

export interface WorkerSlot {
  /** Gives back its memory. The slot stays usable. */
  rest(): Promise<void>;
}

/** Pictures remembered per slot; more are not kept there (`pixels/keep-recent.ts`). */
const KNOWN = 8;

interface Occupancy<At extends WorkerSlot> {
  readonly slot: At;
  /** The last ones, latest last: their decoded pixels may still be there. */
  readonly pictures: string[];
  /** Undefined while idle. */
  pixels: number | undefined;
}

/**
 * Runs work at a few slots in the order of arrival. Memory is the limit: pictures with more than `room` pixels
 * together run one after the other, and one that exceeds it alone runs while the other slots rest. Work aborted while
 * it waits never starts.
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
