import type { DomainEvent } from '@clearcut/schemas/define-event';

/** Pure: clock, ids and I/O come in with the command. */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  /** Empty when the command has taken effect before. @throws CatalogueError */
  readonly decide: (command: Command, state: State) => readonly Event[];
}
