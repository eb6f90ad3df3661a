import { derivedId } from '@clearcut/platform/event-store/event-id';
import { standingOperations } from '@clearcut/schemas/transaction/edit-history';
import {
  beginsPicture,
  type ImageBlob,
  type PipelineStep,
  type TransactionEvent,
  uploadedAtOf,
} from '@clearcut/schemas/transaction/events';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { chosen } from '../domain/cut-out.ts';
import { evolve, type TransactionState } from '../domain/picture.ts';

interface Happened {
  readonly event: TransactionEvent;
  readonly metadata: { readonly occurredAt: string };
}

export interface Copy {
  readonly from: string;
  readonly to: string;
  readonly bytes: number;
}

export interface Fork {
  readonly events: readonly TransactionEvent[];
  readonly copies: readonly Copy[];
}

/**
 * No undone edits, saves or exports. Ids derive from fork and picture.
 * @param history from the first event
 */
export function forkOf(
  history: readonly Happened[],
  { transactionId, askedModel, by }: { transactionId: string; askedModel: string | null; by: 'owner' | 'staff' },
): Fork {
  const [first] = history;
  const state = history.reduce<TransactionState>((before, { event }) => evolve(before, event), null);
  if (first === undefined || state === null || !beginsPicture(first.event))
    throw new Error('A picture has a beginning');
  const { picture } = state;
  const from = first.event.data.transactionId;
  const copies = new Map<string, Copy>();
  const copied = <Image extends ImageBlob>(image: Image): Image => {
    const to = image.blob.replace(`transaction/${from}/`, `transaction/${transactionId}/`);
    copies.set(image.blob, { from: image.blob, to, bytes: image.bytes });
    return { ...image, blob: to };
  };
  const backgroundOf = ({ sha256 }: ImageBlob): string => derivedId('background', transactionId, sha256);
  const original: PipelineStep = { ...copied(picture.original), opId: derivedId('original', transactionId) };
  const uploadedAt = uploadedAtOf(first.event, first.metadata.occurredAt);
  const events: TransactionEvent[] = [
    { type: 'ImageForked', data: { transactionId, from, owner: picture.owner, original, uploadedAt, askedModel, by } },
  ];
  if (picture.subject.kind !== 'auto') events.push(chosen(transactionId, picture.subject));
  for (const image of Object.values(picture.backgrounds)) {
    const data = { transactionId, backgroundId: backgroundOf(image), image: copied(image) };
    events.push({ type: 'CustomBackgroundAdded', data });
  }
  const withOwnBackground = (settings: SceneSettingsPatch): SceneSettingsPatch => {
    const image = picture.backgrounds[settings.background?.id ?? ''];
    if (settings.background === undefined || image === undefined) return settings;
    return { ...settings, background: { ...settings.background, id: backgroundOf(image) } };
  };
  const made = new Map(history.flatMap(({ event }) => ('parentId' in event.data ? [[event.data.opId, event]] : [])));
  let parentId = original.opId;
  for (const { opId: before } of standingOperations(picture.edits)) {
    const event = made.get(before);
    const ids = { transactionId, opId: derivedId('operation', transactionId, before), parentId };
    if (event?.type === 'MaskEdited') {
      events.push({ type: 'MaskEdited', data: { ...event.data, ...ids, mask: copied(event.data.mask) } });
    } else if (event?.type === 'EdgeRefined') {
      events.push({ type: 'EdgeRefined', data: { ...event.data, ...ids, patch: copied(event.data.patch) } });
    } else if (event?.type === 'SettingsEdited') {
      events.push({ type: 'SettingsEdited', data: { ...ids, settings: withOwnBackground(event.data.settings) } });
    }
    parentId = ids.opId;
  }
  return { events, copies: [...copies.values()] };
}
