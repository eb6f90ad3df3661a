import type { ApiKeyEvent } from '@clearcut/schemas/api-keys/events';
import type { KeyLimits, KeyScope } from '@clearcut/schemas/api-keys/rights';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Decider } from '../../kernel/decider.ts';

type EventData<Type extends ApiKeyEvent['type']> = Extract<ApiKeyEvent, { type: Type }>['data'];

export type ApiKeyState =
  | (Omit<EventData<'ApiKeyCreated'>, 'keyId'> & {
      readonly newKeyId: string | null;
      readonly isRevoked: boolean;
    })
  | null;

export type ApiKeyCommand =
  | ({ readonly type: 'CreateKey' } & EventData<'ApiKeyCreated'>)
  | {
      readonly type: 'ChangeKey';
      readonly keyId: string;
      readonly teamId: string;
      readonly scopes: KeyScope[] | undefined;
      readonly limits: KeyLimits | undefined;
    }
  | ({ readonly type: 'RotateKey'; readonly teamId: string } & EventData<'ApiKeyRotated'>)
  /** `teamId` is that of the commanding admin; null when we revoke the key ourselves. */
  | ({ readonly type: 'RevokeKey'; readonly teamId: string | null } & EventData<'ApiKeyRevoked'>);

function evolve(state: ApiKeyState, event: ApiKeyEvent): ApiKeyState {
  if (event.type === 'ApiKeyCreated') {
    const { keyId: _, ...facts } = event.data;
    return { ...facts, newKeyId: null, isRevoked: false };
  }
  if (state === null) throw new Error(`${event.type} for a key that never was made`);
  switch (event.type) {
    case 'ApiKeyChanged':
      return { ...state, scopes: event.data.scopes, limits: event.data.limits };
    case 'ApiKeyRotated':
      return { ...state, newKeyId: event.data.newKeyId };
    case 'ApiKeyRevoked':
      return { ...state, isRevoked: true };
  }
}

function decide(command: ApiKeyCommand, state: ApiKeyState): readonly ApiKeyEvent[] {
  if (command.type === 'CreateKey') {
    const { type: _, ...data } = command;
    return state === null ? [{ type: 'ApiKeyCreated', data }] : [];
  }
  const { keyId } = command;
  if (state === null || (command.teamId !== null && command.teamId !== state.teamId)) {
    throw new CatalogueError('api_key_not_found');
  }
  switch (command.type) {
    case 'ChangeKey': {
      if (state.isRevoked) throw new CatalogueError('api_key_not_found');
      const { scopes = state.scopes, limits = state.limits } = command;
      const isSame = JSON.stringify([scopes, limits]) === JSON.stringify([state.scopes, state.limits]);
      return isSame ? [] : [{ type: 'ApiKeyChanged', data: { keyId, scopes, limits } }];
    }
    case 'RotateKey': {
      const { newKeyId, oldValidUntil } = command;
      // Only one rotation: a second would leave the first successor with nobody who knows of it.
      if (state.isRevoked || (state.newKeyId !== null && state.newKeyId !== newKeyId)) {
        throw new CatalogueError('api_key_not_found');
      }
      return state.newKeyId === newKeyId ? [] : [{ type: 'ApiKeyRotated', data: { keyId, newKeyId, oldValidUntil } }];
    }
    case 'RevokeKey':
      return state.isRevoked ? [] : [{ type: 'ApiKeyRevoked', data: { keyId, by: command.by } }];
  }
}

export const apiKeyDecider: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = { initialState: null, evolve, decide };
