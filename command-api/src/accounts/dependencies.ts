import type { HumanCheck } from '@clearcut/platform/human-check/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClosingDeps } from './account/close-account.ts';
import type { PasskeyDeps } from './passkey/ceremonies.ts';
import type { LogInDeps } from './log-in.ts';
import type { PasswordRules } from './password/password-rules.ts';
import type { MemberRequester } from '../kernel/requester.ts';
import { type Account, findAccount } from './account/accounts.ts';
import type { ClaimLanding, KeysOfMember } from './ports.ts';
import type { Sealing } from '../kernel/sealing.ts';
import type { RateLimits } from './rate-limit.ts';
import type { ThirdParty } from '@clearcut/platform/third-party-login/port';

export interface AccountsDeps extends LogInDeps, ClosingDeps, PasskeyDeps {
  readonly claimLanding: ClaimLanding;
  readonly keysOfMember: KeysOfMember;
  readonly sealing: Sealing;
  readonly rateLimits: RateLimits;
  readonly passwordRules: PasswordRules;
  readonly humanCheck: HumanCheck | undefined;
  readonly thirdParty: ThirdParty | undefined;
  readonly origin: () => string;
  readonly sandbox: boolean;
  readonly starterCredits: number;
  readonly canMail: boolean;
}

/** @throws CatalogueError human_check_failed */
export async function checkHuman(
  { humanCheck }: Pick<AccountsDeps, 'humanCheck'>,
  token: string | undefined,
  address: string,
): Promise<void> {
  if (humanCheck !== undefined && !(await humanCheck.passes(token, address))) {
    throw new CatalogueError('human_check_failed');
  }
}

/** @throws CatalogueError not_logged_in when just closed */
export async function accountOf(
  { database }: Pick<AccountsDeps, 'database'>,
  { subject }: MemberRequester,
): Promise<Account> {
  const account = await findAccount(database, subject.userId);
  if (account === undefined) throw new CatalogueError('not_logged_in');
  return account;
}
