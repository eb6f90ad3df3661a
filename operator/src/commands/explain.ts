import { findErrorReport } from '@clearcut/command-api/support';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { idSchema } from '@clearcut/schemas/id';
import type { Command, OperatorContext } from '../command.ts';
import { batchesOf } from '../event-stores.ts';

interface History {
  readonly transactionId: string;
  readonly events: readonly RecordedEvent<ClearcutEvent>[];
}

/** A refused request may have left no event. */
interface Refusal {
  readonly errorId: string;
  readonly at: Date;
  readonly status: number;
  readonly code: string;
  readonly route: string | null;
}

export const explain: Command = {
  call: 'explain <id>',
  summary:
    'Explain what happened to a picture and to credits for it, by its id, or by the Error ID that a user was shown, for which the whole log is read.',
  async run([id = ''], context) {
    const { eventStore } = context;
    const [first] = await eventStore.readStream(`transaction-${id}`, 0, 1);
    const refusals = first === undefined ? await findRefusals(context, id) : [];
    const ids = first === undefined ? await findPictures(context, id) : [id];
    if (ids.length + refusals.length === 0) {
      throw new Error(
        `There is no picture ${id}, no refused request, and no event about a picture of a request ${id} in the whole log. What else a request did is in DATA_DIR/logs, by its correlationId.`,
      );
    }
    const histories = await Promise.all(ids.map((transactionId) => historyOf(eventStore, transactionId)));
    return {
      text: [...refusals.map(refusalLine), ...histories.map(story)].join('\n'),
      json: [...refusals, ...histories],
    };
  },
};

async function findRefusals({ database }: OperatorContext, text: string): Promise<Refusal[]> {
  const id = idSchema.safeParse(text);
  const report = id.success ? await findErrorReport(database, id.data) : undefined;
  if (report === undefined) return [];
  const { id: errorId, at, status, code, route } = report;
  return [{ errorId, at, status, code, route }];
}

const refusalLine = ({ errorId, at, status, code, route }: Refusal): string =>
  `Request ${errorId}:\n  ${at.toISOString()} refused with ${status} ${code} at ${route ?? 'an address without a route'}`;

/** No store indexes requests, so this reads all events. */
async function findPictures({ eventStore, signal }: OperatorContext, correlationId: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const events of batchesOf(eventStore, signal)) {
    for (const { event, metadata } of events) {
      const { data } = event;
      if (metadata.correlationId === correlationId && 'transactionId' in data) found.add(data.transactionId);
    }
  }
  return [...found];
}

/** The picture's stream and the lines of the pools that pay for it. */
async function historyOf(eventStore: EventStore<ClearcutEvent>, transactionId: string): Promise<History> {
  const ofPicture = await eventStore.readStream(`transaction-${transactionId}`);
  // Credits are spent before a save starts, and a process may have died between.
  const teamIds = ofPicture.flatMap(({ event: { type, data } }) => {
    if (type === 'HdSaveStarted') return [data.teamId];
    return 'owner' in data && data.owner.kind === 'user' ? [data.owner.teamId] : [];
  });
  const pools = await Promise.all([...new Set(teamIds)].map((teamId) => eventStore.readStream(`creditPool-${teamId}`)));
  const ofPools = pools
    .flat()
    .filter(({ event: { data } }) => 'transactionId' in data && data.transactionId === transactionId);
  // Positions are not comparable in every store, and recording times differ in a copy.
  const events = [...ofPicture, ...ofPools].sort((a, b) => timeOf(a) - timeOf(b));
  return { transactionId, events };
}

const timeOf = ({ metadata }: RecordedEvent<ClearcutEvent>): number => Date.parse(metadata.occurredAt);

function story({ transactionId, events }: History): string {
  const lines = events.map(({ event, metadata: { occurredAt, actor, correlationId } }) => {
    const facts = factsOf(event);
    const line = `  ${occurredAt} ${event.type} (${actor.kind} ${actor.id}, correlation ${correlationId})`;
    return facts === '' ? line : `${line}: ${facts}`;
  });
  return [`Picture ${transactionId}:`, ...lines].join('\n');
}

function factsOf({ type, data }: ClearcutEvent): string {
  const facts: string[] = [];
  if (type === 'ImageUploaded' && data.askedModel !== null) facts.push(`with ${data.askedModel}`);
  if (type === 'ImageForked') {
    facts.push(
      `another cut-out of picture ${data.from}, by ${data.by}, with ${data.askedModel ?? 'the model of the installation'}`,
    );
  }
  if ('saveId' in data) facts.push(`save ${data.saveId}`);
  if ('model' in data && data.model !== null) {
    facts.push(`model ${data.model.name} ${data.model.version}, SHA-256 ${data.model.sha256}`);
  }
  if ('file' in data && typeof data.file === 'object') facts.push(`file with SHA-256 ${data.file.sha256}`);
  if ('errorCode' in data) facts.push(`error ${data.errorCode}`);
  if ('reason' in data) facts.push(`reason ${data.reason}`);
  if ('balance' in data) facts.push(`credits ${data.credits}, left ${data.balance}`);
  return facts.join(', ');
}
