import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createTurns } from '../../kernel/serialize-by-key.ts';
import { pictureOf } from '../pictures/facts.ts';
import type { StaffContext } from '../staff-log.ts';
import type { AccessHandler } from './handler.ts';

/** What of a picture staff are about to see. */
interface Sight {
  readonly pictureId: string;
  /** How its owner reads it: the field by which the picture's events name the file, or `replay`. */
  readonly file: string;
  readonly sha256: string;
}

export interface StaffSight {
  /**
   * Call before each pixel of a picture, or of what was made of it, goes to staff. The first sight of a file is in the log then.
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
  // A page shows many files at once, and each first sight is an event of the same stream.
  const inTurn = createTurns();
  return {
    async demand({ pictureId, file, sha256 }, { requester, request }) {
      const { owner } = (await pictureOf(eventStore, pictureId)).picture;
      const { userId: staffId } = requester.subject;
      const now = new Date();
      await inTurn(pictureId, () =>
        access.handle(
          pictureId,
          { type: 'See', transactionId: pictureId, owner, staffId, file, sha256, now: now.toISOString() },
          {
            commandId: derivedId('see', request.id, sha256),
            correlationId: request.id,
            causationId: request.id,
            actor: { kind: 'staff', id: staffId },
            now,
          },
        ),
      );
    },
  };
}
