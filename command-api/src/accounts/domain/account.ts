import { PASSKEYS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { AccountEvent } from '@clearcut/schemas/identity/events';
import type { StaffRole } from '@clearcut/schemas/support/staff-roles';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';

export type RegisteredBy = 'password' | 'third-party' | 'invitation' | 'admin';

type EventData<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data'];

type RemovedBy = EventData<'SecondFactorRemoved'>['by'];
type Consent = Omit<EventData<'ConsentGiven'>, 'userId'>;

/** `none`: no event yet. */
export type AccountState =
  | { readonly status: 'none' }
  | {
      readonly status: 'registered';
      /** Undefined for non-staff; staff without a role may do nothing. */
      readonly staffRoles: readonly StaffRole[] | undefined;
      readonly hasThirdPartyLogin: boolean;
      readonly isAddressProved: boolean;
      readonly hasApp: boolean;
      readonly passkeys: readonly string[];
      /** Last answer; undefined when never asked. */
      readonly consent: Consent | undefined;
    }
  | { readonly status: 'closed' };

function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'AccountRegistered') {
    return {
      status: 'registered',
      staffRoles: undefined,
      hasThirdPartyLogin: false,
      isAddressProved: false,
      hasApp: false,
      passkeys: [],
      consent: undefined,
    };
  }
  if (event.type === 'AccountClosed') return { status: 'closed' };
  if (state.status !== 'registered') return state;
  switch (event.type) {
    case 'StaffGranted':
      return { ...state, staffRoles: event.data.roles };
    case 'StaffRevoked':
      return { ...state, staffRoles: undefined };
    case 'ThirdPartyLoginLinked':
      return { ...state, hasThirdPartyLogin: true };
    case 'AddressProved':
      // The proof ended earlier links.
      return {
        ...state,
        isAddressProved: true,
        hasThirdPartyLogin: state.hasThirdPartyLogin && !event.data.revoked,
        hasApp: state.hasApp && !event.data.revoked,
        passkeys: event.data.revoked ? [] : state.passkeys,
      };
    case 'SecondFactorAdded':
      return { ...state, hasApp: true };
    case 'SecondFactorRemoved':
      return { ...state, hasApp: false };
    case 'PasskeyAdded':
      return { ...state, passkeys: [...state.passkeys, event.data.passkeyId] };
    case 'PasskeyRemoved':
      return { ...state, passkeys: without(state.passkeys, event.data.passkeyId) };
    case 'ThirdPartyLoginUnlinked':
      return { ...state, hasThirdPartyLogin: event.data.left > 0 };
    case 'ConsentGiven':
    case 'ConsentWithdrawn': {
      const { choice, textVersion } = event.data;
      return { ...state, consent: { choice, textVersion } };
    }
    case 'PasswordChanged':
    case 'AddressChanged':
    case 'SessionsEnded':
      return state;
  }
}

export const accountAggregate: Aggregate<AccountState, AccountEvent> = { initialState: { status: 'none' }, evolve };

export type AccountDecision = Decision<AccountState, AccountEvent>;
type Registered = Extract<AccountState, { status: 'registered' }>;

const registered =
  (decide: (account: Registered) => readonly AccountEvent[]): AccountDecision =>
  (state) => {
    if (state.status !== 'registered') throw new CatalogueError('user_not_found');
    return decide(state);
  };

export const recordRegistration =
  (data: EventData<'AccountRegistered'>): AccountDecision =>
  ({ status }) =>
    status === 'none' ? [{ type: 'AccountRegistered', data }] : [];

/** Closes an unregistered account too: its row is erased, and a late registration must find it closed. */
export const closeAccount =
  (data: EventData<'AccountClosed'>): AccountDecision =>
  ({ status }) =>
    status === 'closed' ? [] : [{ type: 'AccountClosed', data }];

export const changePassword = (data: EventData<'PasswordChanged'>): AccountDecision =>
  registered(() => [{ type: 'PasswordChanged', data }]);

export const linkThirdPartyLogin = (userId: string): AccountDecision =>
  registered(({ hasThirdPartyLogin }) =>
    hasThirdPartyLogin ? [] : [{ type: 'ThirdPartyLoginLinked', data: { userId } }],
  );

export const unlinkThirdPartyLogin = (data: EventData<'ThirdPartyLoginUnlinked'>): AccountDecision =>
  registered(({ hasThirdPartyLogin }) => (hasThirdPartyLogin ? [{ type: 'ThirdPartyLoginUnlinked', data }] : []));

/** Only the first proof counts: later settings are the owner's. */
export const proveAddress = (data: EventData<'AddressProved'>): AccountDecision =>
  registered(({ isAddressProved }) => (isAddressProved ? [] : [{ type: 'AddressProved', data }]));

export const changeAddress = (userId: string): AccountDecision =>
  registered(() => [{ type: 'AddressChanged', data: { userId } }]);

export const addSecondFactor = (userId: string, by: EventData<'SecondFactorAdded'>['by']): AccountDecision =>
  registered(({ hasApp }) => (hasApp ? [] : [{ type: 'SecondFactorAdded', data: { userId, kind: 'totp', by } }]));

export const removeSecondFactor = (userId: string, by: RemovedBy): AccountDecision =>
  registered(({ hasApp, passkeys }) => (hasApp ? [appRemoved(userId, by, passkeys.length)] : []));

export const addPasskey = (userId: string, passkeyId: string): AccountDecision =>
  registered(({ passkeys }) => {
    if (passkeys.includes(passkeyId)) return [];
    if (passkeys.length >= PASSKEYS.perAccount) throw new CatalogueError('too_many_passkeys');
    return [{ type: 'PasskeyAdded', data: { userId, passkeyId, by: 'owner' } }];
  });

export const removePasskey = (userId: string, passkeyId: string): AccountDecision =>
  registered(({ passkeys, hasApp }) => {
    if (!passkeys.includes(passkeyId)) return [];
    const left = without(passkeys, passkeyId).length + Number(hasApp);
    return [{ type: 'PasskeyRemoved', data: { userId, passkeyId, by: 'owner', left } }];
  });

export const recordFactorsRemoved = (userId: string, by: 'admin'): AccountDecision =>
  registered(({ passkeys, hasApp }) => [
    ...(hasApp ? [appRemoved(userId, by, passkeys.length)] : []),
    ...passkeys.map((passkeyId, index): AccountEvent => {
      const left = passkeys.length - 1 - index;
      return { type: 'PasskeyRemoved', data: { userId, passkeyId, by, left } };
    }),
  ]);

export const recordSessionsEnded = (data: EventData<'SessionsEnded'>): AccountDecision =>
  registered(() => [{ type: 'SessionsEnded', data }]);

export const grantStaff = (userId: string, roles: readonly StaffRole[]): AccountDecision =>
  registered(({ staffRoles }) =>
    isSame(staffRoles, roles) ? [] : [{ type: 'StaffGranted', data: { userId, roles: [...roles] } }],
  );

export const revokeStaff = (userId: string): AccountDecision =>
  registered(({ staffRoles }) => (staffRoles === undefined ? [] : [{ type: 'StaffRevoked', data: { userId } }]));

export const recordConsent = (userId: string, { choice, textVersion }: Consent): AccountDecision =>
  registered(({ consent: before }) => {
    if (before?.choice === choice && before.textVersion === textVersion) return [];
    const isLess = before?.choice === 'all' && choice === 'necessary';
    return [{ type: isLess ? 'ConsentWithdrawn' : 'ConsentGiven', data: { userId, choice, textVersion } }];
  });

const appRemoved = (userId: string, by: RemovedBy, left: number): AccountEvent => ({
  type: 'SecondFactorRemoved',
  data: { userId, kind: 'totp', by, left },
});

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((other) => other !== id);

const isSame = (before: readonly StaffRole[] | undefined, roles: readonly StaffRole[]): boolean =>
  before !== undefined && before.toSorted().join() === roles.toSorted().join();
