import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { Aggregate } from './aggregate.ts';

export interface Decider<State, Command, Event extends DomainEvent> extends Aggregate<State, Event> {
  readonly decide: (command: Command, state: State) => readonly Event[];
}
