import { randomUUID } from 'node:crypto';
import { createCreditPool, grantCredits as grant } from '@clearcut/command-api/credits';
import { UsageError } from '@clearcut/platform/cli/command';
import { wholeNumber } from '@clearcut/platform/cli/whole-number';
import { MAX_CREDITS_PER_ENTRY } from '@clearcut/schemas/credits/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Command } from '../command.ts';
import { accountOf } from './account/account-of.ts';

export const grantCredits: Command = {
  call: 'grant-credits <email> <n> [--key <text>]',
  summary:
    "Give n credits to the person's team; once for a key, which the team reads as the reason, so that a repeat with the same key does no harm.",
  async run([email = '', n = ''], { database, eventStore }, { key = randomUUID() }) {
    const credits = wholeNumber(n, 'number of credits', { from: 1, to: MAX_CREDITS_PER_ENTRY });
    if (key === '' || key.length > 255) throw new UsageError('The key has 1 to 255 characters');
    const account = await accountOf(database, email);
    const { teamId } = account;
    const { state, events } = await createCreditPool({ database, eventStore })
      .handle(grant({ teamId, credits, cause: { kind: 'operator', key } }), {
        correlationId: randomUUID(),
        causationId: 'grant-credits',
        actor: { kind: 'operator', id: 'grant-credits' },
        now: new Date(),
      })
      .catch((error: unknown) => {
        if (!(error instanceof CatalogueError) || error.code !== 'idempotency_key_reused') throw error;
        throw new Error(`The key ${key} granted another number of credits before. Use a new key.`, { cause: error });
      });
    const granted = events.length > 0;
    const did = granted ? `Granted ${credits} credits to` : `The key ${key} has granted these before to`;
    return {
      text: `${did} the team of ${account.email}. Credits left: ${state.balance}`,
      json: { teamId, credits, key, granted, creditsLeft: state.balance },
    };
  },
};
