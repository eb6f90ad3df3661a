import type { Database } from '@clearcut/platform/database/database';
import { countTestPicture, releaseCredits, reserveCredits } from '../../api-keys/index.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import type { Allowance } from '../../transaction/index.ts';

export function allowanceOf(database: Database, { keyId, limits }: KeyRequester['via']): Allowance {
  let day = '';
  return {
    async take(credits) {
      day = await reserveCredits(database, keyId, limits, credits);
    },
    async giveBack(credits) {
      if (credits > 0) await releaseCredits(database, keyId, credits, day);
    },
  };
}

export const countOf = (
  database: Database,
  { mode, keyId }: Pick<KeyRequester['via'], 'mode' | 'keyId'>,
): (() => Promise<void>) | undefined => (mode === 'test' ? () => countTestPicture(database, keyId) : undefined);
