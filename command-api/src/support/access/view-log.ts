import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createTurns } from '../../kernel/serialize-by-key.ts';
import { pictureOf } from '../pictures/facts.ts';
import type { StaffContext } from '../staff-log.ts';
import { recordView } from '../domain/access.ts';
import type { AccessHandler } from './handler.ts';

interface View {
  readonly pictureId: string;
  /** Field that names the file in the picture's events, or `replay`. */
  readonly file: string;
  readonly sha256: string;
}

export interface ViewLog {
  /**
   * Call before sending staff any pixel of a picture or its derivatives; logs the first view of each file.
   * @throws CatalogueError access_not_granted, transaction_not_found
   */
  authorize(view: View, context: StaffContext): Promise<void>;
}

export function createViewLog({
  eventStore,
  access,
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly access: AccessHandler;
}): ViewLog {
  // A page loads many files at once, and first views append to one stream.
  const inTurn = createTurns();
  return {
    async authorize({ pictureId, file, sha256 }, { requester, request }) {
      const { owner } = (await pictureOf(eventStore, pictureId)).picture;
      const { userId: staffId } = requester.subject;
      await inTurn(pictureId, () =>
        access.handle(pictureId, recordView({ transactionId: pictureId, owner, staffId, file, sha256 }), {
          commandId: derivedId('see', request.id, sha256),
          correlationId: request.id,
          causationId: request.id,
          actor: { kind: 'staff', id: staffId },
          now: new Date(),
        }),
      );
    },
  };
}
