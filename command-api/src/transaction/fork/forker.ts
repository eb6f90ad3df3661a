import { type BlobStore, BlobNotFoundError } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { EventMetadata } from '@clearcut/schemas/event-metadata';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import {
  beginsPicture,
  isTransactionEvent,
  type Owner,
  type TransactionEvent,
  uploadedAtOf,
} from '@clearcut/schemas/transaction/events';
import type { TransactionHandler } from '../handler.ts';
import type { Admission } from '../queue/admission.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { TransactionReader } from '../read/reader.ts';
import { copyFileName } from '../retention/file-names.ts';
import { purge } from '../retention/remove.ts';
import { isGone } from '../domain/picture.ts';
import { expiredBefore } from '../read/view.ts';
import { forkImage, refuseOther } from '../domain/fork.ts';
import { type Copy, forkOf } from './fork-of.ts';

interface ForkRequest {
  /** The fork's id; a repeat has the same. */
  readonly id: string;
  /** Picture id. The caller has checked permission and expiry. */
  readonly from: string;
  readonly askedModel: string | null;
  readonly by: 'owner' | 'staff';
  readonly correlationId: string;
  readonly actor: EventMetadata['actor'];
  /** Null exempts staff from the owner's limits. */
  readonly address: string | null;
  /** Called once nothing refuses it; what this throws prevents it. */
  readonly record?: () => Promise<void>;
}

export interface Forker {
  /**
   * @returns the fork's stream version
   * @throws CatalogueError transaction_not_found, image_expired, image_not_ready, idempotency_key_reused, queue_full,
   * what `Quotas` refuses
   */
  fork(request: ForkRequest): Promise<number>;
}

interface ForkerDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly blobStore: BlobStore;
  readonly handler: TransactionHandler;
  readonly reader: TransactionReader;
  readonly quotas: Quotas;
  readonly admission: Admission;
}

/** Even a held picture: its fork would expire at once. */
function isOver([first]: readonly { readonly event: TransactionEvent; readonly metadata: EventMetadata }[]): boolean {
  if (first === undefined || !beginsPicture(first.event)) return true;
  return new Date(uploadedAtOf(first.event, first.metadata.occurredAt)) <= expiredBefore(new Date());
}

export function createForker({
  database,
  eventStore,
  blobStore,
  handler,
  reader,
  quotas,
  admission,
}: ForkerDeps): Forker {
  /**
   * Leaves failed copies to the cleanup: another try may use them.
   * @throws CatalogueError image_expired
   */
  async function copy(copies: readonly Copy[]): Promise<void> {
    try {
      for (const { from, to } of copies) await blobStore.put(to, (await blobStore.stream(from)).content);
    } catch (error) {
      throw error instanceof BlobNotFoundError ? new CatalogueError('image_expired', { cause: error }) : error;
    }
  }

  return {
    async fork({ id, from, askedModel, by, correlationId, actor, address, record }) {
      const before = await handler.load(id);
      if (before.state !== null) {
        refuseOther({ from, askedModel }, before.state);
        return before.version;
      }
      const history = (await eventStore.readStream(`transaction-${from}`)).flatMap(({ event, metadata }) =>
        isTransactionEvent(event) ? [{ event, metadata }] : [],
      );
      const { state } = await handler.load(from);
      if (state === null || state.phase.status === 'deleted') throw new CatalogueError('transaction_not_found');
      if (isGone(state) || isOver(history)) throw new CatalogueError('image_expired');
      if (state.phase.status === 'pending') throw new CatalogueError('image_not_ready');
      const { events, copies } = forkOf(history, { transactionId: id, askedModel, by });
      await refuse(state.picture.owner, address, copies);
      await copyFileName(database, from, id);
      const commandId = derivedId('fork', id);
      const { state: made, version } = await handler.handle(
        id,
        forkImage({ from, askedModel }, events),
        { commandId, correlationId, causationId: commandId, actor, now: new Date() },
        {
          async beforeAppend() {
            await copy(copies);
            await record?.();
          },
        },
      );
      // The fork was deleted: its copies belong to nothing.
      if (isGone(made)) await purge({ database, blobStore }, id);
      else await reader.settle(id, version);
      return version;
    },
  };

  async function refuse(owner: Owner, address: string | null, copies: readonly Copy[]): Promise<void> {
    await admission.refuse();
    if (address === null) return;
    const bytes = copies.reduce((sum, one) => sum + one.bytes, 0);
    await quotas.refuse(owner, address, { bytes, pictures: 1 });
  }
}
