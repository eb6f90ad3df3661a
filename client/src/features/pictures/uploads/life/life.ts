import type { QueuePlace, TransactionView } from '@clearcut/schemas/transaction/http';
import type { Failure } from '../../../../lib/errors/failure.ts';
import { failureOf, outcomeOf } from '../transaction/outcome.ts';
import { nextPlace, type ShownPlace } from '../transaction/queue-place.ts';

interface Sent {
  readonly bytes: number;
  readonly total: number;
}

/** One picture in this browser. `key`: Idempotency-Key of the current try; `id`: of its transaction. */
export type Life =
  /** `sent`: how far an interrupted try had come. */
  | { readonly stage: 'queued'; readonly key: string; readonly sent?: Sent }
  | { readonly stage: 'sending'; readonly key: string; readonly sent?: Sent }
  /** `place`: set while many wait before it. */
  | { readonly stage: 'waiting'; readonly id: string; readonly view?: TransactionView; readonly place?: ShownPlace }
  | { readonly stage: 'ready'; readonly id: string; readonly view: TransactionView }
  /** `id`: set once the picture is on the server. */
  | { readonly stage: 'failed'; readonly failure: Failure; readonly id?: string; readonly view?: TransactionView }
  | { readonly stage: 'gone' };

export type LifeEvent =
  | { readonly kind: 'begun'; readonly key: string }
  | { readonly kind: 'sent'; readonly key: string; readonly sent: Sent }
  /** To be sent again with the same key, later. */
  | { readonly kind: 'interrupted'; readonly key: string }
  | { readonly kind: 'refused'; readonly key: string; readonly failure: Failure }
  | { readonly kind: 'taken'; readonly key: string; readonly id: string }
  | { readonly kind: 'seen'; readonly view: TransactionView }
  | { readonly kind: 'placed'; readonly id: string; readonly queue: QueuePlace | undefined }
  /** No cut-out will come. */
  | { readonly kind: 'lost'; readonly id: string; readonly failure: Failure }
  /** Cut out again for a chosen subject. */
  | { readonly kind: 'recut'; readonly id: string }
  | { readonly kind: 'retried'; readonly key: string }
  | { readonly kind: 'forgotten' };

export const queued = (key: string): Life => ({ stage: 'queued', key });

export function lifeOf(view: TransactionView): Life {
  const { id } = view;
  const outcome = outcomeOf(view);
  if (outcome === 'failed') return { stage: 'failed', failure: failureOf(view), id, view };
  return outcome === 'shown' || outcome === 'improved' ? { stage: 'ready', id, view } : { stage: 'waiting', id, view };
}

/** Undefined before the picture is on the server. */
export const idOf = (life: Life): string | undefined => ('id' in life ? life.id : undefined);

/** The browser did not keep the file. */
export const FILE_GONE = 'file_gone';

/** Ignores answers of an abandoned try or transaction. */
export function after(life: Life, event: LifeEvent): Life {
  if (life.stage === 'gone') return life;
  if (event.kind === 'forgotten') return { stage: 'gone' };
  if (event.kind === 'retried') return life.stage === 'failed' ? queued(event.key) : life;
  if (!('key' in event)) return afterServer(life, event);
  return 'key' in life && life.key === event.key ? afterTry(life, event) : life;
}

function afterTry(
  life: Extract<Life, { stage: 'queued' | 'sending' }>,
  event: Extract<LifeEvent, { kind: 'begun' | 'sent' | 'interrupted' | 'refused' | 'taken' }>,
): Life {
  switch (event.kind) {
    case 'begun':
      return { ...life, stage: 'sending' };
    case 'sent':
      return life.stage === 'sending' ? { ...life, sent: event.sent } : life;
    case 'interrupted':
      return { ...life, stage: 'queued' };
    case 'refused':
      return { stage: 'failed', failure: event.failure };
    case 'taken':
      return { stage: 'waiting', id: event.id };
  }
}

function afterServer(life: Life, event: Extract<LifeEvent, { kind: 'seen' | 'placed' | 'lost' | 'recut' }>): Life {
  const id = idOf(life);
  if (id === undefined || id !== (event.kind === 'seen' ? event.view.id : event.id)) return life;
  switch (event.kind) {
    case 'seen': {
      const now = lifeOf(event.view);
      return now.stage === 'waiting' && life.stage === 'waiting' ? { ...life, ...now } : now;
    }
    case 'placed': {
      if (life.stage !== 'waiting') return life;
      const { place: before, ...rest } = life;
      const place = nextPlace(before, event.queue);
      if (place?.ahead === before?.ahead) return life;
      return place === undefined ? rest : { ...rest, place };
    }
    case 'lost': {
      if (life.stage !== 'waiting') return life;
      const { place: _place, ...rest } = life;
      return { ...rest, stage: 'failed', failure: event.failure };
    }
    case 'recut':
      return { stage: 'waiting', id };
  }
}
