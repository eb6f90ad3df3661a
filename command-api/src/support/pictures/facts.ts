import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { imageBlobSchema } from '@clearcut/schemas/transaction/picture';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { PictureEvent, PictureFacts, PictureStateAnswer } from '@clearcut/schemas/support/http';
import {
  beginsPicture,
  type ImageBlob,
  isTransactionEvent,
  type TransactionEvent,
  uploadedAtOf,
} from '@clearcut/schemas/transaction/events';
import { evolve, type KnownPicture, type TransactionState } from '../../transaction/index.ts';

type Recorded = RecordedEvent<ClearcutEvent>;
type OfPicture = RecordedEvent<TransactionEvent>;

/** Events of a picture, with those about its saves in the paying pools. @throws CatalogueError transaction_not_found */
export async function factsOf(
  eventStore: EventStore<ClearcutEvent>,
  id: string,
  { holdUntil, forks }: { readonly holdUntil: string | null; readonly forks: readonly string[] },
): Promise<PictureFacts> {
  const events = await historyOf(eventStore, id);
  const { picture, phase } = stateAfter(events);
  const { owner, original } = picture;
  const [first] = events;
  const uploadedAt =
    first !== undefined && beginsPicture(first.event) ? uploadedAtOf(first.event, first.metadata.occurredAt) : '';
  const pools = await linesOfPools(eventStore, id, events);
  return {
    id,
    status: phase.status,
    owner: {
      kind: owner.kind,
      userId: owner.kind === 'user' ? owner.userId : null,
      teamId: owner.kind === 'user' ? owner.teamId : null,
    },
    width: original.width,
    height: original.height,
    bytes: original.bytes,
    mediaType: original.mediaType,
    sha256: original.sha256,
    ...modelsOf(events),
    uploadedAt,
    expiresAt:
      [new Date(Date.parse(uploadedAt) + IMAGE_RETENTION_MS).toISOString(), holdUntil ?? ''].toSorted().at(-1) ?? '',
    forkedFrom: picture.forked?.from ?? null,
    forks: [...forks],
    // By time: positions are not comparable in every store.
    events: [...events, ...pools].sort((a, b) => timeOf(a) - timeOf(b)).map(viewOf),
  };
}

/** State at `version` and before it. @throws CatalogueError transaction_not_found */
export async function stateAt(
  eventStore: EventStore<ClearcutEvent>,
  id: string,
  version: number,
): Promise<PictureStateAnswer> {
  const events = (await historyOf(eventStore, id)).filter((event) => event.version <= version);
  return { version: events.length, state: shown(stateAfter(events)), before: shown(fold(events.slice(0, -1))) };
}

/** @throws CatalogueError transaction_not_found */
export const pictureOf = async (eventStore: EventStore<ClearcutEvent>, id: string): Promise<KnownPicture> =>
  stateAfter(await historyOf(eventStore, id));

/** File with this digest, and the field that names it. @throws CatalogueError transaction_not_found */
export async function findFile(
  eventStore: EventStore<ClearcutEvent>,
  id: string,
  sha256: string,
): Promise<{ readonly name: string; readonly file: ImageBlob }> {
  for (const { event } of await historyOf(eventStore, id)) {
    for (const [name, value] of Object.entries<unknown>(event.data)) {
      const file = imageBlobSchema.safeParse(value);
      if (file.success && file.data.sha256 === sha256) return { name, file: file.data };
    }
  }
  throw new CatalogueError('transaction_not_found');
}

async function historyOf(eventStore: EventStore<ClearcutEvent>, id: string): Promise<OfPicture[]> {
  const events = await eventStore.readStream(`transaction-${id}`);
  const own = events.filter((recorded): recorded is OfPicture => isTransactionEvent(recorded.event));
  if (own.length === 0) throw new CatalogueError('transaction_not_found');
  return own;
}

const fold = (events: readonly OfPicture[]): TransactionState =>
  events.reduce<TransactionState>((state, { event }) => evolve(state, event), null);

function stateAfter(events: readonly OfPicture[]): KnownPicture {
  const state = fold(events);
  if (state === null) throw new CatalogueError('transaction_not_found');
  return state;
}

/** JSON would turn maps and sets into empty objects. */
const shown = (state: TransactionState): unknown =>
  JSON.parse(
    JSON.stringify(state, (_key, value: unknown) => {
      if (value instanceof Map) return Object.fromEntries(value);
      return value instanceof Set ? [...value] : value;
    }),
  );

function modelsOf(events: readonly OfPicture[]): Pick<PictureFacts, 'model' | 'secondModel'> {
  let models: Pick<PictureFacts, 'model' | 'secondModel'> = { model: null, secondModel: null };
  for (const { event } of events) {
    if (event.type === 'BackgroundRemoved' || event.type === 'SubjectNotFound') {
      models = { model: event.data.model, secondModel: null };
    } else if (event.type === 'MatteRefined') {
      models = { ...models, secondModel: event.data.model };
    }
  }
  return models;
}

async function linesOfPools(
  eventStore: EventStore<ClearcutEvent>,
  id: string,
  events: readonly OfPicture[],
): Promise<Recorded[]> {
  // Includes the owner's pool: a crash may follow a spend before its save begins.
  const teamIds = events.flatMap(({ event: { type, data } }) => {
    if (type === 'HdSaveStarted') return [data.teamId];
    return 'owner' in data && data.owner.kind === 'user' ? [data.owner.teamId] : [];
  });
  const pools = await Promise.all([...new Set(teamIds)].map((team) => eventStore.readStream(`creditPool-${team}`)));
  return pools.flat().filter(({ event: { data } }) => 'transactionId' in data && data.transactionId === id);
}

const timeOf = ({ metadata }: Recorded): number => Date.parse(metadata.occurredAt);

const viewOf = ({ id, stream, version, event, metadata }: Recorded): PictureEvent => ({
  id,
  stream: stream.startsWith('creditPool-') ? 'creditPool' : 'transaction',
  version,
  type: event.type,
  at: metadata.occurredAt,
  actor: metadata.actor,
  correlationId: metadata.correlationId,
  causationId: metadata.causationId,
  work: metadata.work ?? null,
  data: { ...event.data },
});
