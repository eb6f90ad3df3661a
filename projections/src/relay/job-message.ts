import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isUnedited, sceneAt } from '@clearcut/schemas/transaction/edit-history';
import {
  beginsPicture,
  isTransactionEvent,
  type Owner,
  type TransactionEvent,
} from '@clearcut/schemas/transaction/events';
import { JOB_PRIORITY, type ImageJob, type Scene } from '@clearcut/schemas/transaction/jobs';
import type { EventStore, RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';
import type { OutgoingMessage } from '@clearcut/platform/message-bus/port';
import { eventsOf } from '../read-model.ts';
import type { FindOrigins } from './origins.ts';
import { evolve, type PictureRow } from '../transaction/rows.ts';
import { type KeptPicture, KeptPictures } from './kept-pictures.ts';

type Recorded = RecordedEvent<TransactionEvent>;
type Details<Kind extends ImageJob['kind']> = Omit<Extract<ImageJob, { kind: Kind }>, keyof CommonToJobs>;
type CommonToJobs = Pick<ImageJob, 'jobId' | 'transactionId' | 'correlationId' | 'original' | 'subject' | 'askedAt'>;
type Work = { [Kind in ImageJob['kind']]: Details<Kind> }[ImageJob['kind']];

/** The picture at an event and now, with the events between. */
interface Moment {
  readonly atEvent: PictureRow;
  readonly now: PictureRow;
  readonly since: readonly Recorded[];
}

export interface Sources {
  readonly eventStore: Pick<EventStore<ClearcutEvent>, 'readStream'>;
  readonly findOrigins: FindOrigins;
  /** Default: reads each stream whole. */
  readonly kept?: KeptPictures;
}

interface Picture {
  /** After version `since`. */
  readonly history: readonly Recorded[];
  readonly since: number;
  readonly now: PictureRow | undefined;
  /** Moves on within a batch: folding from the start each time would never finish a long stream. */
  atEvent: PictureRow | undefined;
}

/** In event order. Reads sequentially: parallel reads would exhaust the connections. */
export async function messagesForAll(
  events: readonly RecordedEvent<ClearcutEvent>[],
  { eventStore, findOrigins, kept = new KeptPictures() }: Sources,
): Promise<OutgoingMessage[]> {
  const pictures = new Map<StreamName, Picture>();
  const pictureOf = async (stream: StreamName, version: number): Promise<Picture> => {
    const known = pictures.get(stream);
    if (known !== undefined) return known;
    const picture = await readPicture(eventStore, stream, kept.before(stream, version));
    pictures.set(stream, picture);
    return picture;
  };
  const requesting = events.flatMap((recorded) => {
    const { event } = recorded;
    return isTransactionEvent(event) && REQUESTING.has(event.type) ? [{ ...recorded, event }] : [];
  });
  if (requesting.length === 0) return [];
  const origins = await findOrigins([...new Set(requesting.map(({ event }) => event.data.transactionId))]);
  const messages: OutgoingMessage[] = [];
  for (const recorded of requesting) {
    const { stream, event } = recorded;
    const picture = await pictureOf(stream, recorded.version);
    const message = messageFor(recorded, picture, origins.get(event.data.transactionId));
    if (message !== undefined) messages.push(message);
    if (picture.atEvent !== undefined) kept.keep(stream, { row: picture.atEvent, eventId: recorded.id });
  }
  return messages;
}

async function readPicture(
  eventStore: Sources['eventStore'],
  stream: StreamName,
  kept: KeptPicture | undefined,
): Promise<Picture> {
  const read = async (from: number) => eventsOf(await eventStore.readStream(stream, from), isTransactionEvent);
  if (kept !== undefined) {
    const { row } = kept;
    const [last, ...history] = await read(row.version - 1);
    if (last?.id === kept.eventId) {
      return { history, since: row.version, now: history.reduce(evolve, row), atEvent: row };
    }
  }
  const history = await read(0);
  return { history, since: 0, now: history.reduce(evolve, undefined), atEvent: undefined };
}

/** Undefined when useless: picture gone, subject or edits changed. */
function messageFor(recorded: Recorded, picture: Picture, origin: string | undefined): OutgoingMessage | undefined {
  const { event, stream, version } = recorded;
  const { history, since, now } = picture;
  const atEvent = history
    .slice((picture.atEvent?.version ?? since) - since, version - since)
    .reduce(evolve, picture.atEvent);
  picture.atEvent = atEvent;
  if (atEvent === undefined || now === undefined) throw new Error(`${stream} has no version ${version}`);
  if (now.deletedAt !== null || now.expiredAt !== null) return undefined;
  const work = workFor(event, { atEvent, now, since: history.slice(version - since) });
  if (work === undefined) return undefined;
  const job: CommonToJobs = {
    jobId: recorded.id,
    transactionId: event.data.transactionId,
    correlationId: recorded.metadata.correlationId,
    original: atEvent.pipeline.original,
    subject: atEvent.subject,
    askedAt: recorded.metadata.occurredAt,
  };
  const body = { ...job, ...work } satisfies ImageJob;
  const priority = priorityOf(work.kind, isOneOfMany(event, atEvent));
  const { traceparent } = recorded.metadata;
  const traced = traceparent === undefined ? {} : { traceparent };
  return { id: recorded.id, body, priority, group: groupOf(now.owner, origin), ...traced };
}

/** One turn per team or visitor's address, not per session. */
const groupOf = (owner: Owner, origin: string | undefined): string =>
  owner.kind === 'user' ? owner.teamId : (origin ?? owner.sessionId);

const REQUESTING: ReadonlySet<TransactionEvent['type']> = new Set<TransactionEvent['type']>([
  'ImageUploaded',
  'ImageForked',
  'SubjectChosen',
  'BackgroundRemoved',
  'MatteRefined',
  'MatteRefinementFailed',
  'MaskEdited',
  'EdgeRefinementRequested',
  'EdgeRefined',
  'SettingsEdited',
  'EditsReset',
  'OperationRestored',
  'HdSaveStarted',
  'ExportRequested',
]);

function workFor(event: TransactionEvent, moment: Moment): Work | undefined {
  if (event.type === 'HdSaveStarted') return renderHd(event.data, moment);
  if (event.type === 'ExportRequested') return makeExport(event.data, moment);
  if (moment.since.some((later) => later.event.type === 'SubjectChosen')) return undefined;
  if (event.type === 'EdgeRefinementRequested') return refineEdge(event.data, moment);
  const model = moment.atEvent.askedModel;
  if (beginsPicture(event) || event.type === 'SubjectChosen') return { kind: 'remove-background', model };
  if (event.type === 'BackgroundRemoved') {
    return { kind: 'refine-matte', model, coarseMatte: event.data.coarseMatte };
  }
  return renderPreview(moment);
}

/** Waits for the refined cut-out; only the last edit asks. */
function renderPreview({ atEvent, now }: Moment): Work | undefined {
  const { edits, pipeline, rendered, refinement } = now;
  const { resized, transformed, improved } = pipeline;
  const opId = edits.headId;
  if (atEvent.edits.headId !== opId || rendered.some((one) => one.opId === opId) || isUnedited(sceneAt(edits)))
    return undefined;
  if (refinement === null || refinement === 'open' || resized === undefined || transformed === undefined)
    return undefined;
  return { kind: 'render-preview', opId, scene: sceneOf(now, opId), resized, cutOut: improved ?? transformed };
}

/** From the picture as requested. */
function refineEdge(
  { opId, box, mask }: Extract<TransactionEvent, { type: 'EdgeRefinementRequested' }>['data'],
  { atEvent, since }: Moment,
): Work | undefined {
  const isFound = since.some(({ event }) => event.type === 'EdgeRefined' && event.data.opId === opId);
  if (isFound || atEvent.matte === null) return undefined;
  const { matte, refinement, edits } = atEvent;
  const masks = sceneAt(edits).masks.map(({ mode, box, mask }) => ({ mode, box, mask }));
  return { kind: 'refine-edge', opId, masks, stroke: { box, mask }, matte, isRefined: refinement === 'done' };
}

/** Renders what was paid for. */
function renderHd(
  { saveId, opId }: Extract<TransactionEvent, { type: 'HdSaveStarted' }>['data'],
  { atEvent, now }: Moment,
): Work | undefined {
  const hasEnded = now.saves.find((save) => save.saveId === saveId)?.status !== 'started';
  if (hasEnded || atEvent.matte === null) return undefined;
  const { matte, refinement, pipeline } = atEvent;
  const preview = pipeline.improved ?? pipeline.transformed ?? null;
  return { kind: 'render-hd', saveId, scene: sceneOf(atEvent, opId), matte, isRefined: refinement === 'done', preview };
}

function makeExport(
  { exportId, source, options }: Extract<TransactionEvent, { type: 'ExportRequested' }>['data'],
  { since }: Moment,
): Work | undefined {
  const isMade = since.some(({ event }) => event.type === 'ExportMade' && event.data.exportId === exportId);
  return isMade ? undefined : { kind: 'make-export', exportId, source, options };
}

function sceneOf({ edits, backgrounds }: PictureRow, opId: string): Scene {
  const { masks, settings } = sceneAt(edits, opId);
  const { id } = settings.background;
  return {
    masks: masks.map(({ mode, box, mask }) => ({ mode, box, mask })),
    settings,
    customBackground: (id === null ? undefined : backgrounds[id]) ?? null,
  };
}

const isOneOfMany = (event: TransactionEvent, { batchId }: PictureRow): boolean =>
  event.type === 'HdSaveStarted' ? event.data.isBulk : batchId !== null;

/** Lower is served first. */
function priorityOf(kind: ImageJob['kind'], isBulk: boolean): number {
  switch (kind) {
    case 'remove-background':
      return isBulk ? JOB_PRIORITY.bulkRemoveBackground : JOB_PRIORITY.removeBackground;
    case 'refine-matte':
      return isBulk ? JOB_PRIORITY.bulkRefineMatte : JOB_PRIORITY.refineMatte;
    case 'render-hd':
      return isBulk ? JOB_PRIORITY.bulkRenderHd : JOB_PRIORITY.renderHd;
    case 'refine-edge':
      return JOB_PRIORITY.refineEdge;
    case 'render-preview':
      return JOB_PRIORITY.renderPreview;
    case 'make-export':
      return JOB_PRIORITY.makeExport;
  }
}
