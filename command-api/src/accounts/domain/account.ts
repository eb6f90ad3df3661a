import { PASSKEYS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { AccountEvent } from '@clearcut/schemas/identity/events';
import type { StaffRole } from '@clearcut/schemas/support/staff-roles';
import type { Decider } from '../../kernel/decider.ts';

export type RegisteredBy = 'password' | 'third-party' | 'invitation' | 'admin';

type EventData<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data'];

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

export type AccountCommand =
  | { readonly type: 'RegisterAccount'; readonly userId: string; readonly by: RegisteredBy }
  | { readonly type: 'ChangePassword'; readonly userId: string; readonly by: EventData<'PasswordChanged'>['by'] }
  | { readonly type: 'LinkThirdPartyLogin'; readonly userId: string }
  | {
      readonly type: 'ProveAddress';
      readonly userId: string;
      readonly by: EventData<'AddressProved'>['by'];
      readonly revoked: boolean;
    }
  | { readonly type: 'ChangeAddress'; readonly userId: string }
  | { readonly type: 'AddSecondFactor'; readonly userId: string; readonly by: EventData<'SecondFactorAdded'>['by'] }
  | {
      readonly type: 'RemoveSecondFactor';
      readonly userId: string;
      readonly by: EventData<'SecondFactorRemoved'>['by'];
    }
  | { readonly type: 'AddPasskey'; readonly userId: string; readonly passkeyId: string }
  | { readonly type: 'RemovePasskey'; readonly userId: string; readonly passkeyId: string }
  | { readonly type: 'RemoveAllFactors'; readonly userId: string; readonly by: 'admin' }
  | ({ readonly type: 'UnlinkThirdPartyLogin' } & EventData<'ThirdPartyLoginUnlinked'>)
  | { readonly type: 'EndSessions'; readonly userId: string; readonly by: EventData<'SessionsEnded'>['by'] }
  | { readonly type: 'GrantStaff'; readonly userId: string; readonly roles: readonly StaffRole[] }
  | { readonly type: 'RevokeStaff'; readonly userId: string }
  | { readonly type: 'RecordConsent'; readonly userId: string; readonly consent: Consent }
  | { readonly type: 'CloseAccount'; readonly userId: string; readonly by: EventData<'AccountClosed'>['by'] };

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

function decide(command: AccountCommand, state: AccountState): readonly AccountEvent[] {
  const { userId } = command;
  if (command.type === 'RegisterAccount') {
    return state.status === 'none' ? [{ type: 'AccountRegistered', data: { userId, by: command.by } }] : [];
  }
  if (command.type === 'CloseAccount') {
    // Closes an unregistered account too: its row is erased, and a late registration must find it closed.
    return state.status === 'closed' ? [] : [{ type: 'AccountClosed', data: { userId, by: command.by } }];
  }
  if (state.status !== 'registered') throw new CatalogueError('user_not_found');
  switch (command.type) {
    case 'ChangePassword':
      return [{ type: 'PasswordChanged', data: { userId, by: command.by } }];
    case 'LinkThirdPartyLogin':
      return state.hasThirdPartyLogin ? [] : [{ type: 'ThirdPartyLoginLinked', data: { userId } }];
    case 'ProveAddress':
      // Only the first proof counts: later settings are the owner's.
      return state.isAddressProved
        ? []
        : [{ type: 'AddressProved', data: { userId, by: command.by, revoked: command.revoked } }];
    case 'ChangeAddress':
      return [{ type: 'AddressChanged', data: { userId } }];
    case 'AddSecondFactor':
      return state.hasApp ? [] : [{ type: 'SecondFactorAdded', data: { userId, kind: 'totp', by: command.by } }];
    case 'RemoveSecondFactor':
      return state.hasApp ? [appRemoved(userId, command.by, state.passkeys.length)] : [];
    case 'AddPasskey': {
      const { passkeyId } = command;
      if (state.passkeys.includes(passkeyId)) return [];
      if (state.passkeys.length >= PASSKEYS.perAccount) throw new CatalogueError('too_many_passkeys');
      return [{ type: 'PasskeyAdded', data: { userId, passkeyId, by: 'owner' } }];
    }
    case 'RemovePasskey': {
      const { passkeyId } = command;
      if (!state.passkeys.includes(passkeyId)) return [];
      const left = without(state.passkeys, passkeyId).length + Number(state.hasApp);
      return [{ type: 'PasskeyRemoved', data: { userId, passkeyId, by: 'owner', left } }];
    }
    case 'RemoveAllFactors': {
      const { passkeys, hasApp } = state;
      return [
        ...(hasApp ? [appRemoved(userId, command.by, passkeys.length)] : []),
        ...passkeys.map((passkeyId, index): AccountEvent => {
          const left = passkeys.length - 1 - index;
          return { type: 'PasskeyRemoved', data: { userId, passkeyId, by: command.by, left } };
        }),
      ];
    }
    case 'UnlinkThirdPartyLogin':
      return state.hasThirdPartyLogin
        ? [{ type: 'ThirdPartyLoginUnlinked', data: { userId, by: command.by, left: command.left } }]
        : [];
    case 'EndSessions':
      return [{ type: 'SessionsEnded', data: { userId, by: command.by } }];
    case 'GrantStaff':
      return isSame(state.staffRoles, command.roles)
        ? []
        : [{ type: 'StaffGranted', data: { userId, roles: [...command.roles] } }];
    case 'RecordConsent': {
      const { choice, textVersion } = command.consent;
      const { consent: before } = state;
      if (before?.choice === choice && before.textVersion === textVersion) return [];
      const isLess = before?.choice === 'all' && choice === 'necessary';
      return [{ type: isLess ? 'ConsentWithdrawn' : 'ConsentGiven', data: { userId, choice, textVersion } }];
    }
    case 'RevokeStaff':
      return state.staffRoles !== undefined ? [{ type: 'StaffRevoked', data: { userId } }] : [];
  }
}

const appRemoved = (userId: string, by: EventData<'SecondFactorRemoved'>['by'], left: number): AccountEvent => ({
  type: 'SecondFactorRemoved',
  data: { userId, kind: 'totp', by, left },
});

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((other) => other !== id);

const isSame = (before: readonly StaffRole[] | undefined, roles: readonly StaffRole[]): boolean =>
  before !== undefined && before.toSorted().join() === roles.toSorted().join();

const initialState: AccountState = { status: 'none' };

export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = { initialState, evolve, decide };
