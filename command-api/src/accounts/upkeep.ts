import { isConnectionError } from '@clearcut/platform/database/database';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '@clearcut/schemas/constants';
import { type Account, findUnregistered } from './account/accounts.ts';
import { forgetClosedAccounts } from './account/erasure.ts';
import { forgetRateLimits } from './rate-limit.ts';
import { repeat, type Repeated } from '../kernel/repeat.ts';
import type { Membership } from './ports.ts';
import { foundsTeam, registerAccount, type RegistrationDeps } from './account/register-account.ts';

const INTERVAL_MS = 15_000;
/** Long after the creating request ended. */
const ABANDONED_AFTER_MS = 10_000;
/** Longer than any request takes: no answer named the account, so its address can be freed. */
const GIVEN_UP_AFTER_MS = 5 * 60_000;
const BATCH = 100;

interface UpkeepDeps extends RegistrationDeps {
  readonly membership: Pick<Membership, 'has'>;
  readonly log: Logger;
}

export function startAccountsUpkeep(deps: UpkeepDeps): Repeated {
  return repeat({
    everyMs: INTERVAL_MS,
    onError: (error) =>
      deps.log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'upkeep of accounts failed'),
    async round() {
      await repairRegistrations(deps);
      await forgetExpired(deps);
    },
  });
}

/** Accounts with a row but incomplete in the log after a crash. */
async function repairRegistrations(deps: UpkeepDeps): Promise<void> {
  const before = new Date(Date.now() - ABANDONED_AFTER_MS);
  for (const account of await findUnregistered(deps.database, before, BATCH)) {
    const outcome = await repair(deps, account);
    if (outcome !== 'waiting') deps.log.warn({ userId: account.id, outcome }, 'an account was left half registered');
  }
}

async function repair(deps: UpkeepDeps, account: Account): Promise<'registered' | 'given up' | 'waiting'> {
  const { database, membership } = deps;
  if (foundsTeam(account) || (await membership.has({ userId: account.id, teamId: account.teamId }))) {
    const actor = { kind: 'system', id: 'identity-upkeep' } as const;
    await registerAccount(deps, account, {
      correlationId: account.id,
      causationId: account.id,
      actor,
      now: new Date(),
    });
    return 'registered';
  }
  // A crash before the team knew: the intended rights are unknown here.
  if (Date.now() - account.createdAt.getTime() < GIVEN_UP_AFTER_MS) return 'waiting';
  await database.query('DELETE FROM identity.users WHERE id = $1 AND NOT registered', [account.id]);
  return 'given up';
}

async function forgetExpired({ database }: UpkeepDeps): Promise<void> {
  await database.query('DELETE FROM identity.tokens WHERE expires_at < now()');
  await database.query('DELETE FROM identity.address_changes WHERE expires_at < now()');
  await database.query('DELETE FROM identity.pending_logins WHERE expires_at < now()');
  await database.query('DELETE FROM identity.passkey_challenges WHERE expires_at < now()');
  await database.query('DELETE FROM identity.third_party_attempts WHERE expires_at < now()');
  await database.query(
    'DELETE FROM identity.sessions WHERE created_at < now() - $1::interval OR last_seen_at < now() - $2::interval',
    [`${SESSION_LIFETIME_MS} milliseconds`, `${SESSION_IDLE_MS} milliseconds`],
  );
  await forgetRateLimits(database);
  await forgetClosedAccounts(database);
}
