import type { ContactEvent } from '@clearcut/schemas/contact/events';
import type { Decider } from '../../kernel/decider.ts';

type Received = Extract<ContactEvent, { type: 'MessageReceived' }>['data'];
type Erased = Extract<ContactEvent, { type: 'MessageErased' }>['data'];

export type MessageState = { readonly status: 'none' | 'kept' | 'erased' };

export type MessageCommand =
  ({ readonly type: 'ReceiveMessage' } & Received) | ({ readonly type: 'EraseMessage' } & Erased);

function evolve(_state: MessageState, event: ContactEvent): MessageState {
  return { status: event.type === 'MessageReceived' ? 'kept' : 'erased' };
}

function decide(command: MessageCommand, { status }: MessageState): readonly ContactEvent[] {
  const { type, ...data } = command;
  if (type === 'ReceiveMessage') {
    return status === 'none' ? [{ type: 'MessageReceived', data: data as Received }] : [];
  }
  return status === 'kept' ? [{ type: 'MessageErased', data: data as Erased }] : [];
}

export const messageDecider: Decider<MessageState, MessageCommand, ContactEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
