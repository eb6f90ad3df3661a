export interface Work {
  readonly picture: string;
  readonly pixels: number;
}

/** Pixels of work that shares memory with no other. */
export const ALONE = Infinity;

export interface Place {
  /** Gives back its memory. The place stays usable. */
  rest(): Promise<void>;
}

/** Pictures remembered per place; more are not kept there (`pixels/keep-recent.ts`). */
const KNOWN = 8;

interface Seat<At extends Place> {
  readonly place: At;
  /** The last ones, latest last: their decoded pixels may still be there. */
  readonly pictures: string[];
  /** Undefined while idle. */
  pixels: number | undefined;
}

/**
 * Runs work at a few places in the order of arrival. Memory is the limit: pictures with more than `room` pixels
 * together run one after the other, and one that exceeds it alone runs while the other places rest. Work aborted while
 * it waits never starts.
 */
export function sharePlaces<At extends Place>(
  places: readonly At[],
  room: number,
): <T>(work: Work, signal: AbortSignal, doAt: (place: At) => Promise<T>) => Promise<T> {
  const seats = places.map((place): Seat<At> => ({ place, pictures: [], pixels: undefined }));
  const waiting: { readonly work: Work; readonly begin: (seat: Seat<At>) => Promise<void> }[] = [];

  function beginNext(): void {
    const [next] = waiting;
    const free = seats.filter(({ pixels }) => pixels === undefined);
    if (next === undefined || free.length === 0) return;
    const { picture, pixels } = next.work;
    const inHand = seats.reduce((sum, seat) => sum + (seat.pixels ?? 0), 0);
    if (free.length < seats.length && inHand + pixels > room) return;
    waiting.shift();
    const seat = free.find(({ pictures }) => pictures.includes(picture)) ?? free[0]!;
    remember(seat.pictures, picture);
    seat.pixels = pixels;
    void next.begin(seat).finally(() => {
      seat.pixels = undefined;
      beginNext();
    });
    beginNext();
  }

  return <T>(work: Work, signal: AbortSignal, doAt: (place: At) => Promise<T>): Promise<T> => {
    const done = Promise.withResolvers<T>();
    const begin = async (seat: Seat<At>): Promise<void> => {
      try {
        signal.throwIfAborted();
        if (work.pixels > room) await Promise.all(seats.filter((one) => one !== seat).map(({ place }) => place.rest()));
        done.resolve(await doAt(seat.place));
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
