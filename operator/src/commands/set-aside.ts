import { UsageError } from '@clearcut/platform/cli/command';
import { listSetAside, type SetAsideEvent, setAside } from '@clearcut/platform/event-store/set-aside';
import { readSubscriberStatuses, type SubscriberStatus } from '@clearcut/platform/event-store/subscriber';
import { reasonSchema } from '@clearcut/schemas/support/reason';
import type { Command, OperatorContext, Options } from '../command.ts';
import { batchesOf } from '../event-stores.ts';

type Place = Pick<SetAsideEvent, 'stream' | 'version'>;

/** A subscriber that cannot apply an event would retry it forever and hold up all after it. */
export const setAsideCommand: Command = {
  call: 'set-aside [id] [--reason <why>] [--subscriber <name>]',
  summary:
    'Let the subscribers that are halted at the event with this id, or the named one, go on without it. Without an id: list what is set aside.',
  run: ([eventId], context, options) => (eventId === undefined ? list(context) : put(eventId, context, options)),
};

async function list({ database }: OperatorContext) {
  const events = await listSetAside(database);
  const lines = events.map(
    ({ subscriber, eventId, stream, version, setAsideAt, reason }) =>
      `${subscriber} continues without ${eventId} (${stream} version ${version}) since ${setAsideAt.toISOString()}: ${reason}`,
  );
  return { text: lines.length === 0 ? 'No event is set aside' : lines.join('\n'), json: events };
}

/** Halted subscribers are found by it in their errors, where a part of an id occurs too. */
const EVENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function put(eventId: string, context: OperatorContext, options: Options) {
  if (!EVENT_ID.test(eventId)) throw new UsageError(`"${eventId}" is no id of an event: copy all of it.`);
  const reason = reasonSchema.safeParse(options['reason']);
  if (!reason.success) throw new UsageError('Say why with --reason, in a few words and without names of people.');
  const statuses = await readSubscriberStatuses(context.database);
  const halted = statuses.filter(({ state, error }) => state === 'halted' && error?.includes(eventId) === true);
  const subscribers = subscribersOf(options['subscriber'], statuses, halted);
  const place = placeIn(halted, eventId) ?? (await findPlace(eventId, context));
  for (const subscriber of subscribers) {
    await setAside(context.database, { subscriber, eventId, ...place, reason: reason.data });
  }
  const where = `${eventId} (${place.stream} version ${place.version})`;
  return {
    text: `${subscribers.join(', ')} continues without ${where} within seconds. A rebuild leaves it out too.`,
    json: { eventId, ...place, subscribers },
  };
}

/** @throws UsageError for an unknown name, or where none is named or halted */
function subscribersOf(
  named: string | undefined,
  statuses: readonly SubscriberStatus[],
  halted: readonly SubscriberStatus[],
): string[] {
  if (named === undefined && halted.length > 0) return halted.map(({ name }) => name);
  if (named === undefined) throw new UsageError('No subscriber is halted at this event. Name one with --subscriber.');
  if (statuses.some(({ name }) => name === named)) return [named];
  const names = statuses.map(({ name }) => name);
  throw new UsageError(`There is no subscriber "${named}". There are: ${names.join(', ')}`);
}

/** Named by a halted subscriber, so that an unreadable event is found. */
function placeIn(halted: readonly SubscriberStatus[], eventId: string): Place | undefined {
  for (const { error } of halted) {
    const [, stream, version] = (error ?? '').split(`${eventId} (`)[1]?.match(/^([A-Za-z]+-[^ ]+) version (\d+)/) ?? [];
    if (stream !== undefined) return { stream: stream as Place['stream'], version: Number(version) };
  }
  return undefined;
}

/** @throws Error without such an event; UnreadableEventError at an earlier one */
async function findPlace(eventId: string, { eventStore, signal }: OperatorContext): Promise<Place> {
  for await (const events of batchesOf(eventStore, signal)) {
    const found = events.find(({ id }) => id === eventId);
    if (found !== undefined) return { stream: found.stream, version: found.version };
  }
  throw new Error(`The log has no event ${eventId}`);
}
