import type { DomainEvent } from '@clearcut/schemas/define-event';

/** A decision as a pure function: no clock, no ids, no I/O; they come in with the command. */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  /** Events that the command causes in this state; none when it has taken effect before. @throws CatalogueError */
  readonly decide: (command: Command, state: State) => readonly Event[];
}
