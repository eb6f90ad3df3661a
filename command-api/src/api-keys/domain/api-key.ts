import type { ApiKeyEvent } from '@clearcut/schemas/api-keys/events';
import type { KeyLimits, KeyScope } from '@clearcut/schemas/api-keys/rights';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';

type EventData<Type extends ApiKeyEvent['type']> = Extract<ApiKeyEvent, { type: Type }>['data'];

export type ApiKeyState =
  | (Omit<EventData<'ApiKeyCreated'>, 'keyId'> & {
      readonly newKeyId: string | null;
      readonly isRevoked: boolean;
    })
  | null;

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

export const apiKeyAggregate: Aggregate<ApiKeyState, ApiKeyEvent> = { initialState: null, evolve };

export type RevokedBy = EventData<'ApiKeyRevoked'>['by'];

export type KeyDecision = Decision<ApiKeyState, ApiKeyEvent>;

/** `teamId` is that of the commanding admin; null when we revoke the key ourselves. */
function ofTeam(state: ApiKeyState, teamId: string | null): NonNullable<ApiKeyState> {
  if (state === null || (teamId !== null && teamId !== state.teamId)) throw new CatalogueError('api_key_not_found');
  return state;
}

function valid(state: ApiKeyState, teamId: string): NonNullable<ApiKeyState> {
  const key = ofTeam(state, teamId);
  if (key.isRevoked) throw new CatalogueError('api_key_not_found');
  return key;
}

export const createKey =
  (data: EventData<'ApiKeyCreated'>): KeyDecision =>
  (state) =>
    state === null ? [{ type: 'ApiKeyCreated', data }] : [];

export const changeKey =
  (
    keyId: string,
    teamId: string,
    asked: { readonly scopes: KeyScope[] | undefined; readonly limits: KeyLimits | undefined },
  ): KeyDecision =>
  (state) => {
    const before = valid(state, teamId);
    const { scopes = before.scopes, limits = before.limits } = asked;
    const isSame = JSON.stringify([scopes, limits]) === JSON.stringify([before.scopes, before.limits]);
    return isSame ? [] : [{ type: 'ApiKeyChanged', data: { keyId, scopes, limits } }];
  };

export const rotateKey =
  (teamId: string, data: EventData<'ApiKeyRotated'>): KeyDecision =>
  (state) => {
    const { newKeyId } = valid(state, teamId);
    if (newKeyId === data.newKeyId) return [];
    // Allows one rotation: a second would leave the first new key without a holder.
    if (newKeyId !== null) throw new CatalogueError('api_key_not_found');
    return [{ type: 'ApiKeyRotated', data }];
  };

export const revokeKey =
  (teamId: string | null, data: EventData<'ApiKeyRevoked'>): KeyDecision =>
  (state) =>
    ofTeam(state, teamId).isRevoked ? [] : [{ type: 'ApiKeyRevoked', data }];
