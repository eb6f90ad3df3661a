import type { Member } from '@clearcut/projections/team/queries';
import { LANGUAGES, type LanguageCode } from '@clearcut/schemas/constants';
import type { Profile } from '@clearcut/schemas/identity/http';
import { maySee, PERMISSION_SECTIONS } from '@clearcut/schemas/team/permissions';
import type { Account } from './accounts.ts';

export function profileOf(
  account: Account,
  member: Omit<Member, 'status' | 'requiresSecondFactor' | 'secondFactorDue'>,
  {
    anonymousSessionId,
    mustSetUpSecondFactor,
    secondFactorDue,
    country,
    pendingEmail,
  }: {
    readonly anonymousSessionId: string | null;
    readonly mustSetUpSecondFactor: boolean;
    readonly secondFactorDue: Date | null;
    readonly country: string | undefined;
    readonly pendingEmail: string | null;
  },
): Profile {
  const { role, mayDeleteOwnAccount } = member;
  return {
    pk: account.id,
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    language: toLanguage(account.language),
    currency: account.currency,
    country: country ?? null,
    role,
    team_id: account.teamId,
    team_permissions: {
      role,
      views_permissions: {
        editor: maySee(member, 'editor'),
        myImages: maySee(member, 'myImages'),
        billing: maySee(member, 'billing'),
      },
      sections: PERMISSION_SECTIONS.filter((section) => maySee(member, section)),
      may_delete_own_account: role === 'admin' || mayDeleteOwnAccount,
    },
    is_staff: member.isStaff,
    staff_roles: [...member.staffRoles],
    has_password: account.passwordHash !== null,
    email_verified: account.emailVerifiedAt !== null,
    pending_email: pendingEmail,
    must_set_up_second_factor: mustSetUpSecondFactor,
    second_factor_due: secondFactorDue?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
    anonymous_session_id: anonymousSessionId,
  };
}

const toLanguage = (language: string): LanguageCode => LANGUAGES.find((code) => code === language) ?? 'en';
