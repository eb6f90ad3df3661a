import type { ContactEvent } from '@clearcut/schemas/contact/events';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';

type EventData<Type extends ContactEvent['type']> = Extract<ContactEvent, { type: Type }>['data'];

export type MessageState = { readonly status: 'none' | 'kept' | 'erased' };

export const messageAggregate: Aggregate<MessageState, ContactEvent> = {
  initialState: { status: 'none' },
  evolve: (_state, { type }) => ({ status: type === 'MessageReceived' ? 'kept' : 'erased' }),
};

type MessageDecision = Decision<MessageState, ContactEvent>;

export const receiveMessage =
  (data: EventData<'MessageReceived'>): MessageDecision =>
  ({ status }) =>
    status === 'none' ? [{ type: 'MessageReceived', data }] : [];

export const eraseMessage =
  (data: EventData<'MessageErased'>): MessageDecision =>
  ({ status }) =>
    status === 'kept' ? [{ type: 'MessageErased', data }] : [];
