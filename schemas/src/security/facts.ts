import type { ClearcutEvent } from '../events/catalogue.ts';
import type { SecurityKind } from './kinds.ts';

/** What an event means for the security of a team. */
export interface SecurityFact {
  readonly kind: SecurityKind;
  /** Null when the event does not say; the team of `about` is then known from an earlier event. */
  readonly teamId: string | null;
  /** Id of the account or API key that the event is about; null when it is about the team. */
  readonly about: string | null;
  /** The person whom it is about; null when it is about the team. */
  readonly userId: string | null;
  /** By what, or into what, as the event says it; a number of credits. */
  readonly detail: string | null;
}

/** Categories of the streams that hold such events. */
export const SECURITY_CATEGORIES = ['login', 'account', 'team', 'creditPool', 'apiKey'] as const;

/** The entry of the security log that an event makes; undefined for events that say nothing about security. */
export function securityFactOf({ type, data }: ClearcutEvent): SecurityFact | undefined {
  switch (type) {
    case 'LoggedIn':
      return { kind: 'logged_in', ...ofMember(data), detail: data.by };
    case 'LoginFailed':
      return { kind: 'login_failed', ...ofMember(data), detail: data.reason };
    case 'SessionsEnded':
      return { kind: 'sessions_ended', ...ofAccount(data), detail: data.by };
    case 'PasswordChanged':
      return { kind: 'password_changed', ...ofAccount(data), detail: data.by };
    case 'AddressProved':
      return { kind: 'address_proved', ...ofAccount(data), detail: data.by };
    case 'ThirdPartyLoginLinked':
      return { kind: 'third_party_linked', ...ofAccount(data), detail: null };
    case 'StaffGranted':
      return { kind: 'staff_granted', ...ofAccount(data), detail: null };
    case 'StaffRevoked':
      return { kind: 'staff_revoked', ...ofAccount(data), detail: null };
    case 'MemberAdded':
    case 'MemberInvited':
      return { kind: 'member_invited', ...ofMember(data), detail: data.role };
    case 'TeamCreated':
    case 'InvitationAccepted':
      return { kind: 'member_joined', ...ofMember(data), detail: null };
    case 'MemberRightsChanged':
      return { kind: 'rights_changed', ...ofMember(data), detail: data.role };
    case 'MemberRemoved':
      return { kind: 'member_removed', ...ofMember(data), detail: data.reason };
    case 'CreditsAdjusted':
      return { kind: 'credits_changed', teamId: data.teamId, about: null, userId: null, detail: String(data.credits) };
    case 'CreditsGranted':
      // What a payment grants is no act of a person.
      if (data.cause.kind !== 'operator') return undefined;
      return { kind: 'credits_changed', teamId: data.teamId, about: null, userId: null, detail: String(data.credits) };
    case 'ApiKeyCreated': {
      const { keyId: about, teamId, createdBy: userId, mode: detail } = data;
      return { kind: 'key_created', teamId, about, userId, detail };
    }
    case 'ApiKeyChanged':
      return { kind: 'key_changed', ...ofKey(data), detail: null };
    case 'ApiKeyRotated':
      return { kind: 'key_rotated', ...ofKey(data), detail: null };
    case 'ApiKeyRevoked':
      return { kind: 'key_revoked', ...ofKey(data), detail: data.by };
    default:
      return undefined;
  }
}

const ofMember = ({ teamId, userId }: { readonly teamId: string; readonly userId: string }) => ({
  teamId,
  about: userId,
  userId,
});

const ofAccount = ({ userId }: { readonly userId: string }) => ({ teamId: null, about: userId, userId });

const ofKey = ({ keyId }: { readonly keyId: string }) => ({ teamId: null, about: keyId, userId: null });
