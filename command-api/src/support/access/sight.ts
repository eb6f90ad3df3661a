import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createTurns } from '../../kernel/serialize-by-key.ts';
import { pictureOf } from '../pictures/facts.ts';
import type { StaffContext } from '../staff-log.ts';
import { recordSight } from '../domain/access.ts';
import type { AccessHandler } from './handler.ts';

interface Sight {
  readonly pictureId: string;
  /** Field that names the file in the picture's events, or `replay`. */
  readonly file: string;
  readonly sha256: string;
}

export interface StaffSight {
  /**
   * Call before sending staff any pixel of a picture or its derivatives; logs the first sight of each file.
   * @throws CatalogueError access_not_granted, transaction_not_found
   */
  demand(sight: Sight, context: StaffContext): Promise<void>;
}

export function createStaffSight({
  eventStore,
  access,
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly access: AccessHandler;
}): StaffSight {
  // A page loads many files at once, and first sights append to one stream.
  const inTurn = createTurns();
  return {
    async demand({ pictureId, file, sha256 }, { requester, request }) {
      const { owner } = (await pictureOf(eventStore, pictureId)).picture;
      const { userId: staffId } = requester.subject;
      await inTurn(pictureId, () =>
        access.handle(pictureId, recordSight({ transactionId: pictureId, owner, staffId, file, sha256 }), {
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
