import type { Tx } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';
import { findBookmark } from '@clearcut/projections/ledger/queries';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { ledgerKey } from '@clearcut/schemas/credits/ledger-key';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';

export type Spend = RecordedEvent<Extract<CreditPoolEvent, { type: 'CreditsSpent' }>>;

/** Event that charged for a save, or undefined. Reads from the read model's position, otherwise the whole ledger. */
export async function findSpend(
  { eventStore, database }: { readonly eventStore: EventStore<ClearcutEvent>; readonly database: Tx },
  teamId: string,
  saveId: string,
): Promise<Spend | undefined> {
  const stream: StreamName = `creditPool-${teamId}`;
  const among = (lines: readonly RecordedEvent<ClearcutEvent>[]): Spend | undefined =>
    lines.find((line): line is Spend => line.event.type === 'CreditsSpent' && line.event.data.saveId === saveId);
  const { version = 0, keyVersion = null } = (await findBookmark(database, teamId, ledgerKey.save(saveId))) ?? {};
  const found =
    keyVersion === null
      ? among(await eventStore.readStream(stream, version))
      : among(await eventStore.readStream(stream, keyVersion - 1, 1));
  return found ?? (version === 0 ? undefined : among(await eventStore.readStream(stream)));
}
