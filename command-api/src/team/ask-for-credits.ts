import type { Database } from '@clearcut/platform/database/database';
import { listMembers } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import { ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';
import { findAccount, type RateLimits } from '../accounts/index.ts';
import type { Member } from '../kernel/requester.ts';
import { queueMail } from '../mails/index.ts';

const MAX_ADMINS = 20;

export interface AskForCreditsDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly canMail: boolean;
}

/**
 * Mails the team's admins that a member has no credits for a save; once a day per member.
 * @throws CatalogueError mail_unavailable, credits_asked_already
 */
export async function askForCredits(
  { database, rateLimits, canMail }: AskForCreditsDeps,
  { userId, teamId }: Member,
): Promise<void> {
  if (!canMail) throw new CatalogueError('mail_unavailable');
  if (!(await rateLimits.mayAskForCredits(userId))) throw new CatalogueError('credits_asked_already');
  const { rows } = await listMembers(database, teamId, {
    filter: { role: [ROLE_NUMBERS.admin], status: ['Active'] },
    sort: { field: 'createdAt', order: 'ASC' },
    offset: 0,
    limit: MAX_ADMINS,
  });
  for (const { id } of rows) {
    const admin = await findAccount(database, id);
    if (admin === undefined || admin.emailVerifiedAt === null || !(await rateLimits.mayNotify(admin.email))) continue;
    await queueMail(database, {
      kind: 'credits-wanted',
      recipient: admin.email,
      language: admin.language,
      userId,
    });
  }
}
