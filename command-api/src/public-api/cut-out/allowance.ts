import type { Database } from '@clearcut/platform/database/database';
import { countTestPicture, endReservation, refuseCredits, reserveCredits } from '../../api-keys/index.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import type { Allowance } from '../../transaction/index.ts';

export function allowanceOf(
  database: Database,
  { subject: { teamId }, via: { keyId, limits } }: KeyRequester,
  requestId: string,
): Allowance {
  return {
    async take(saveId, credits) {
      const id = await reserveCredits(database, keyId, limits, { teamId, saveId, requestId, credits });
      return { end: (charged) => endReservation(database, id, charged) };
    },
    refuse: (credits) => refuseCredits(database, keyId, limits, credits),
  };
}

export const countOf = (
  database: Database,
  { mode, keyId }: Pick<KeyRequester['via'], 'mode' | 'keyId'>,
): (() => Promise<void>) | undefined => (mode === 'test' ? () => countTestPicture(database, keyId) : undefined);
