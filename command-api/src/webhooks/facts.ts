import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { WEBHOOKS } from '@clearcut/schemas/constants';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { type ImageBlob, isTransactionEvent, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { WebhookType } from '@clearcut/schemas/webhooks/types';
import type { TransactionHandler } from '../transaction/index.ts';

/** Ids, states and links only: receivers fetch the rest. */
export interface Fact {
  readonly type: WebhookType;
  readonly teamId: string;
  /** Picture id; null when order does not matter. */
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

interface FactsDeps {
  readonly transactions: Pick<TransactionHandler, 'load'>;
  readonly origin: () => string;
}

export async function factOf(
  { event }: Pick<RecordedEvent<ClearcutEvent>, 'event'>,
  { transactions, origin }: FactsDeps,
): Promise<Fact | undefined> {
  if (event.type === 'CreditsSpent') {
    const { teamId, balance, credits } = event.data;
    const crosses = (line: number): boolean => balance <= line && balance + credits > line;
    const isPublished = crosses(WEBHOOKS.lowCredits) || crosses(0);
    return isPublished ? { type: 'credits.low', teamId, subject: null, data: { credits: balance } } : undefined;
  }
  if (!isTransactionEvent(event)) return undefined;
  const payload = payloadOf(event);
  if (payload === undefined) return undefined;
  const pictureId = event.data.transactionId;
  const { state } = await transactions.load(pictureId);
  // Visitors have no team.
  if (state === null || state.picture.owner.kind !== 'user') return undefined;
  const picture = `${origin()}/v1/pictures/${pictureId}/`;
  const links = {
    picture,
    ...(payload.quality === undefined ? {} : { file: `${picture}file/?quality=${payload.quality}` }),
  };
  const data = { pictureId, ...payload.data, links };
  return { type: payload.type, teamId: state.picture.owner.teamId, subject: pictureId, data };
}

interface Payload {
  readonly type: WebhookType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly quality?: 'preview' | 'hd';
}

function payloadOf({ type, data }: TransactionEvent): Payload | undefined {
  // A failed refinement leaves the first cut-out, which is then final.
  if (type === 'MatteRefined' || type === 'MatteRefinementFailed') {
    return { type: 'picture.ready', data: {}, quality: 'preview' };
  }
  if (type === 'BackgroundRemovalFailed') return { type: 'picture.failed', data: { errorCode: data.errorCode } };
  if (type === 'SubjectNotFound') return { type: 'picture.failed', data: { errorCode: 'subject_not_found' } };
  if (type === 'HdSaveFailed') return { type: 'save.failed', data: { saveId: data.saveId, reason: data.reason } };
  if (type === 'HdSaveCompleted') {
    return { type: 'save.completed', data: { saveId: data.saveId, ...factsOf(data.file) }, quality: 'hd' };
  }
  if (type === 'ExportMade') {
    return { type: 'export.made', data: { exportId: data.exportId, ...factsOf(data.file) } };
  }
  return undefined;
}

const factsOf = ({ width, height, bytes, sha256, mediaType }: ImageBlob) => ({
  width,
  height,
  bytes,
  sha256,
  mediaType,
});
