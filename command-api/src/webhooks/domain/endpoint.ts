import { CatalogueError } from '@clearcut/schemas/errors';
import type { WebhookEvent } from '@clearcut/schemas/webhooks/events';
import type { WebhookType } from '@clearcut/schemas/webhooks/types';
import type { Decider } from '../../kernel/decider.ts';

export type DisabledBecause = Extract<WebhookEvent, { type: 'WebhookEndpointDisabled' }>['data']['reason'];

export interface KnownEndpoint {
  readonly teamId: string;
  readonly types: readonly WebhookType[];
  readonly version: number;
  /** How long the previous version stays valid. */
  readonly oldValidUntil: string | null;
  readonly disabledBecause: DisabledBecause | null;
  readonly isRemoved: boolean;
}

/** Null before it is added. */
export type EndpointState = KnownEndpoint | null;

/** `teamId` is that of the commanding admin; null when we act ourselves. */
type OfTeam = { readonly endpointId: string; readonly teamId: string | null };

export type EndpointCommand =
  | {
      readonly type: 'AddEndpoint';
      readonly endpointId: string;
      readonly teamId: string;
      readonly types: WebhookType[];
    }
  | (OfTeam & { readonly type: 'ChangeTypes'; readonly types: WebhookType[] })
  | (OfTeam & { readonly type: 'RotateSecret'; readonly oldValidUntil: string })
  | (OfTeam & { readonly type: 'DisableEndpoint'; readonly reason: DisabledBecause })
  | (OfTeam & { readonly type: 'EnableEndpoint' })
  | (OfTeam & { readonly type: 'RemoveEndpoint' });

function evolve(state: EndpointState, event: WebhookEvent): EndpointState {
  if (event.type === 'WebhookEndpointAdded') {
    const { teamId, types } = event.data;
    return { teamId, types, version: 1, oldValidUntil: null, disabledBecause: null, isRemoved: false };
  }
  if (state === null) throw new Error(`${event.type} for an endpoint that never was added`);
  switch (event.type) {
    case 'WebhookEndpointChanged':
      return { ...state, types: event.data.types };
    case 'WebhookSecretRotated': {
      const { version, oldValidUntil } = event.data;
      return { ...state, version, oldValidUntil };
    }
    case 'WebhookEndpointDisabled':
      return { ...state, disabledBecause: event.data.reason };
    case 'WebhookEndpointEnabled':
      return { ...state, disabledBecause: null };
    case 'WebhookEndpointRemoved':
      return { ...state, isRemoved: true };
  }
}

function decide(command: EndpointCommand, state: EndpointState): readonly WebhookEvent[] {
  const { endpointId, teamId } = command;
  if (command.type === 'AddEndpoint') {
    const { types } = command;
    return state === null
      ? [{ type: 'WebhookEndpointAdded', data: { endpointId, teamId: command.teamId, types } }]
      : [];
  }
  const isOthers = state !== null && teamId !== null && teamId !== state.teamId;
  if (state === null || isOthers || state.isRemoved) throw new CatalogueError('webhook_not_found');
  switch (command.type) {
    case 'ChangeTypes': {
      const { types } = command;
      const isSame = JSON.stringify(types) === JSON.stringify(state.types);
      return isSame ? [] : [{ type: 'WebhookEndpointChanged', data: { endpointId, types } }];
    }
    case 'RotateSecret': {
      const { oldValidUntil } = command;
      return [{ type: 'WebhookSecretRotated', data: { endpointId, version: state.version + 1, oldValidUntil } }];
    }
    case 'DisableEndpoint':
      return state.disabledBecause === null
        ? [{ type: 'WebhookEndpointDisabled', data: { endpointId, reason: command.reason } }]
        : [];
    case 'EnableEndpoint':
      return state.disabledBecause === null ? [] : [{ type: 'WebhookEndpointEnabled', data: { endpointId } }];
    case 'RemoveEndpoint':
      return [{ type: 'WebhookEndpointRemoved', data: { endpointId } }];
  }
}

export const endpointDecider: Decider<EndpointState, EndpointCommand, WebhookEvent> = {
  initialState: null,
  evolve,
  decide,
};
