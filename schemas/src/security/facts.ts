import type { ClearcutEvent } from '../events/catalogue.ts';
import { idSchema } from '../id.ts';
import type { StaffAction } from '../support/kinds.ts';
import type { Owner } from '../transaction/events.ts';
import type { SecurityKind } from './kinds.ts';

export interface SecurityFact {
  readonly kind: SecurityKind;
  /** Null: known from an earlier event of `about`. */
  readonly teamId: string | null;
  /** Id of the account, API key or webhook that the event is about; null when it is about the team. */
  readonly about: string | null;
  /** Null for the team itself. */
  readonly userId: string | null;
  /** Way, role, number of credits or staff's reason. */
  readonly detail: string | null;
  readonly pictureId?: string;
}

export const SECURITY_CATEGORIES = [
  'login',
  'account',
  'team',
  'creditPool',
  'apiKey',
  'webhookEndpoint',
  'subscription',
  'staffAction',
  'supportAccess',
] as const;

type DataOf<Type> = Extract<ClearcutEvent, { type: Type }>['data'];
type Rules = { readonly [Type in ClearcutEvent['type']]?: (data: DataOf<Type>) => SecurityFact | undefined };

const RULES: Rules = {
  LoggedIn: (data) => ofMember('logged_in', data, data.by),
  LoginFailed: (data) => ofMember('login_failed', data, data.reason),
  SessionsEnded: (data) => ofAccount('sessions_ended', data, data.by),
  PasswordChanged: (data) => ofAccount('password_changed', data, data.by),
  AddressProved: (data) => ofAccount('address_proved', data, data.by),
  ThirdPartyLoginLinked: (data) => ofAccount('third_party_linked', data),
  SecondFactorAdded: (data) => ofAccount('second_factor_added', data, data.by),
  SecondFactorRemoved: (data) => ofAccount('second_factor_removed', data, data.by === 'admin' ? 'by-admin' : data.by),
  PasskeyAdded: (data) => ofAccount('passkey_added', data, data.by),
  PasskeyRemoved: (data) => ofAccount('passkey_removed', data, data.by === 'admin' ? 'by-admin' : data.by),
  ThirdPartyLoginUnlinked: (data) => ofAccount('third_party_unlinked', data, data.by),
  StaffGranted: (data) => ofAccount('staff_granted', data),
  StaffRevoked: (data) => ofAccount('staff_revoked', data),
  MemberAdded: (data) => ofMember('member_invited', data, data.role),
  MemberInvited: (data) => ofMember('member_invited', data, data.role),
  TeamCreated: (data) => ofMember('member_joined', data),
  InvitationAccepted: (data) => ofMember('member_joined', data),
  MemberRightsChanged: (data) => ofMember('rights_changed', data, data.role),
  MemberRemoved: (data) => ofMember('member_removed', data, data.reason),
  MemberDisabled: (data) => ofMember('member_disabled', data),
  MemberEnabled: (data) => ofMember('member_enabled', data),
  SecondFactorPolicyChanged: ({ teamId, required }) => ({
    kind: 'second_factor_policy_changed',
    teamId,
    about: null,
    userId: null,
    detail: required ? 'required' : 'optional',
  }),
  CreditsAdjusted: (data) => ofCredits(data),
  // Payments are not a user's acts.
  CreditsGranted: (data) => (data.cause.kind === 'operator' ? ofCredits(data) : undefined),
  ApiKeyCreated: ({ keyId: about, teamId, createdBy: userId, mode: detail }) => ({
    kind: 'key_created',
    teamId,
    about,
    userId,
    detail,
  }),
  ApiKeyChanged: (data) => ofKey('key_changed', data),
  ApiKeyRotated: (data) => ofKey('key_rotated', data),
  ApiKeyRevoked: (data) => ofKey('key_revoked', data, data.by),
  WebhookEndpointAdded: ({ teamId, endpointId: about }) => ({
    kind: 'webhook_added',
    teamId,
    about,
    userId: null,
    detail: null,
  }),
  WebhookEndpointChanged: (data) => ofWebhook('webhook_changed', data),
  WebhookSecretRotated: (data) => ofWebhook('webhook_secret_changed', data),
  WebhookEndpointDisabled: (data) => ofWebhook('webhook_disabled', data),
  WebhookEndpointEnabled: (data) => ofWebhook('webhook_enabled', data),
  WebhookEndpointRemoved: (data) => ofWebhook('webhook_removed', data),
  // An unpaid one does not count as bought.
  SubscriptionStarted: (data) => (data.status === 'incomplete' ? undefined : ofTeam('plan_bought', data, data.price)),
  SubscriptionStatusChanged: (data) => (isFirstPayment(data) ? ofTeam('plan_bought', data, data.price) : undefined),
  SubscriptionEnded: (data) => (data.reason === 'never-paid' ? undefined : ofTeam('plan_ended', data)),
  PlanChanged: (data) => ofTeam('plan_changed', data, data.to),
  PlanChangeScheduled: (data) => ofTeam('plan_change_scheduled', data, data.to),
  PlanChangeUnscheduled: (data) => ofTeam('plan_change_unscheduled', data),
  CancellationScheduled: (data) => ofTeam('plan_cancelled', data),
  CancellationRevoked: (data) => ofTeam('plan_resumed', data),
  InvoicePaid: (data) => {
    if (data.reason === 'pack') return ofTeam('credits_bought', data, String(data.credits));
    return isAddon(data) ? ofTeam('addon_bought', data) : undefined;
  },
  PaymentMethodChanged: (data) =>
    ofTeam(data.change === 'removed' ? 'payment_method_removed' : 'payment_method_changed', data),
  BillingContactsChosen: (data) => ofTeam('billing_contacts_changed', data),
  AddressChanged: (data) => ofAccount('address_changed', data),
  TaxInformationChanged: (data) => ofTeam('tax_information_changed', data),
  StaffActed: (data) => ofStaff(data),
  BreakGlassOpened: (data) => ofPicture('break_glass', data, data.text),
  PictureSeenByStaff: (data) => ofPicture('picture_seen', data, null),
};

export function securityFactOf({ type, data }: ClearcutEvent): SecurityFact | undefined {
  // TypeScript cannot relate a rule to the data of its type.
  const rule = RULES[type] as ((data: ClearcutEvent['data']) => SecurityFact | undefined) | undefined;
  return rule?.(data);
}

interface OfMember {
  readonly teamId: string;
  readonly userId: string;
}

function ofMember(kind: SecurityKind, { teamId, userId }: OfMember, detail: string | null = null): SecurityFact {
  return { kind, teamId, about: userId, userId, detail };
}

function ofAccount(
  kind: SecurityKind,
  { userId }: Pick<OfMember, 'userId'>,
  detail: string | null = null,
): SecurityFact {
  return { kind, teamId: null, about: userId, userId, detail };
}

function ofKey(kind: SecurityKind, { keyId }: { readonly keyId: string }, detail: string | null = null): SecurityFact {
  return { kind, teamId: null, about: keyId, userId: null, detail };
}

function ofWebhook(kind: SecurityKind, { endpointId }: { readonly endpointId: string }): SecurityFact {
  return { kind, teamId: null, about: endpointId, userId: null, detail: null };
}

function ofTeam(kind: SecurityKind, { teamId }: Pick<OfMember, 'teamId'>, detail: string | null = null): SecurityFact {
  return { kind, teamId, about: null, userId: null, detail };
}

const isFirstPayment = ({ from, to }: DataOf<'SubscriptionStatusChanged'>): boolean =>
  from === 'incomplete' && (to === 'active' || to === 'trialing');

/** Bought once, beside a plan. */
const isAddon = ({ reason, subscriptionId }: DataOf<'InvoicePaid'>): boolean =>
  reason === 'other' && subscriptionId === null;

const SHOWN: { readonly [Action in StaffAction]?: SecurityKind } = {
  'open-picture': 'picture_opened',
  'open-ledger': 'ledger_opened',
  'export-ledger': 'ledger_exported',
  'verify-ledger': 'ledger_opened',
  'open-team': 'team_opened',
  replay: 'picture_opened',
  'fork-picture': 'picture_opened',
};

function ofStaff({ action, ownerTeamId: teamId, target, reason }: DataOf<'StaffActed'>): SecurityFact | undefined {
  const kind = SHOWN[action];
  if (kind === undefined || teamId === null) return undefined;
  const fact = { kind, teamId, about: null, userId: null, detail: reason };
  const pictureId = kind === 'picture_opened' ? idSchema.safeParse(target).data : undefined;
  return pictureId === undefined ? fact : { ...fact, pictureId };
}

/** Undefined for a visitor's picture, which has no team. */
function ofPicture(
  kind: SecurityKind,
  { owner, transactionId: pictureId }: { readonly owner: Owner; readonly transactionId: string },
  detail: string | null,
): SecurityFact | undefined {
  if (owner.kind !== 'user') return undefined;
  return { kind, teamId: owner.teamId, about: null, userId: null, detail, pictureId };
}

function ofCredits({ teamId, credits }: { readonly teamId: string; readonly credits: number }): SecurityFact {
  return { kind: 'credits_changed', teamId, about: null, userId: null, detail: String(credits) };
}
