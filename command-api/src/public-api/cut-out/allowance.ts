import type { Database } from '@clearcut/platform/database/database';
import { releaseCredits, reserveCredits } from '../../api-keys/index.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import type { Allowance } from '../../transaction/index.ts';

export function allowanceOf(database: Database, { keyId, limits }: KeyRequester['via']): Allowance {
  return {
    take: (credits) => reserveCredits(database, keyId, limits, credits),
    async refund(credits) {
      if (credits > 0) await releaseCredits(database, keyId, credits);
    },
  };
}
