import type { PictureEvent } from '@clearcut/schemas/support/http';

/** What one request set in motion, with all that came of it. */
export interface Group {
  readonly correlationId: string;
  /** Oldest first. */
  readonly events: readonly PictureEvent[];
  readonly from: number;
  readonly to: number;
}

/** A job, from the event that asked for it to the one that answers. Times in milliseconds since 1970. */
export interface Job {
  readonly asked: PictureEvent;
  readonly answer: PictureEvent;
  readonly from: number;
  readonly to: number;
  /** Until the try that succeeded began, what that took, and which one it was. Null where the answer does not say. */
  readonly queuedMs: number | null;
  readonly workedMs: number | null;
  readonly attempt: number | null;
}

const timeOf = ({ at }: PictureEvent): number => Date.parse(at);

/** The events by the request that caused them, in the order of the requests. */
export function groupsOf(events: readonly PictureEvent[]): Group[] {
  const groups = Map.groupBy(events, ({ correlationId }) => correlationId);
  return [...groups].map(([correlationId, own]) => {
    const times = own.map(timeOf);
    return { correlationId, events: own, from: Math.min(...times), to: Math.max(...times) };
  });
}

/** What was done by a worker: an event that another event of the picture caused, and not a request. */
export function jobsOf(events: readonly PictureEvent[]): Job[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  return events.flatMap((answer) => {
    const asked = byId.get(answer.causationId);
    if (asked === undefined || answer.actor.kind !== 'system') return [];
    const { queuedMs = null, ms: workedMs = null, attempt = null } = answer.work ?? {};
    return [{ asked, answer, from: timeOf(asked), to: timeOf(answer), queuedMs, workedMs, attempt }];
  });
}

/** Time since the event before, in milliseconds; null for the first. */
export const sinceLast = (events: readonly PictureEvent[], index: number): number | null => {
  const [event, before] = [events[index], events[index - 1]];
  return event === undefined || before === undefined ? null : timeOf(event) - timeOf(before);
};

/** The files that an event names: its steps in the strip. */
export interface FileFact {
  /** Name of the field that holds it, for example `matte`. */
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
