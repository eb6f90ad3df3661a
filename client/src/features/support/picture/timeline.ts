import type { PictureEvent } from '@clearcut/schemas/support/http';

/** One request with all events it caused. */
export interface Group {
  readonly correlationId: string;
  /** Oldest first. */
  readonly events: readonly PictureEvent[];
  readonly from: number;
  readonly to: number;
}

/** A job from its request event to its answer. Times in epoch milliseconds. */
export interface Job {
  readonly request: PictureEvent;
  readonly answer: PictureEvent;
  readonly from: number;
  readonly to: number;
  /** Wait before the successful attempt, its duration and number; null when the answer does not say. */
  readonly queuedMs: number | null;
  readonly workedMs: number | null;
  readonly attempt: number | null;
}

const timeOf = ({ at }: PictureEvent): number => Date.parse(at);

/** Groups events by request, in order. */
export function groupsOf(events: readonly PictureEvent[]): Group[] {
  const groups = Map.groupBy(events, ({ correlationId }) => correlationId);
  return [...groups].map(([correlationId, own]) => {
    const times = own.map(timeOf);
    return { correlationId, events: own, from: Math.min(...times), to: Math.max(...times) };
  });
}

/** Events of a worker, caused by another event of the picture rather than a request. */
export function jobsOf(events: readonly PictureEvent[]): Job[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  return events.flatMap((answer) => {
    const request = byId.get(answer.causationId);
    if (request === undefined || answer.actor.kind !== 'system') return [];
    const { queuedMs = null, ms: workedMs = null, attempt = null } = answer.work ?? {};
    return [{ request, answer, from: timeOf(request), to: timeOf(answer), queuedMs, workedMs, attempt }];
  });
}

/** Milliseconds since the previous event; null for the first. */
export const sinceLast = (events: readonly PictureEvent[], index: number): number | null => {
  const [event, before] = [events[index], events[index - 1]];
  return event === undefined || before === undefined ? null : timeOf(event) - timeOf(before);
};

/** A file named by an event; a step in the strip. */
export interface FileFact {
  /** Field name, e.g. `matte`. */
  readonly name: string;
  readonly eventId: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

export function filesOf(events: readonly PictureEvent[]): FileFact[] {
  return events.flatMap(({ id: eventId, data }) =>
    Object.entries(data).flatMap(([name, value]) => {
      if (!isFile(value)) return [];
      const { sha256, bytes, width, height } = value;
      return [{ name, eventId, sha256, bytes, width, height }];
    }),
  );
}

type File = Omit<FileFact, 'name' | 'eventId'>;

const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && 'sha256' in value && 'width' in value && 'bytes' in value;
