/** What is worked on. */
export interface Work {
  readonly picture: string;
  readonly pixels: number;
}

/** So many pixels that nothing is worked on beside it. */
export const ALONE = Infinity;

/** Where one piece of work at a time is done. */
export interface Place {
  /** Gives back the memory of what was done there. It can be worked at again. */
  rest(): Promise<void>;
}

/** Pictures that a place is known for: more are not kept there (`pixels/keep-recent.ts`). */
const KNOWN = 8;

interface Seat<At extends Place> {
  readonly place: At;
  /** Those of the last works, the very last at the end: what was decoded of them may still be there. */
  readonly pictures: string[];
  /** Of the work at hand; undefined while there is none. */
  pixels: number | undefined;
}

/**
 * Has work done at a few places at once, in the order in which it comes. Memory is what bounds it: pictures that together have more than
 * `room` pixels are worked on one after the other, and one that has more than that by itself while the other places rest. Work that was
 * given up while it waited is not begun.
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
