import type { DomainEvent } from '@clearcut/schemas/define-event';

/** State as the fold of a stream. */
export interface Aggregate<State, Event extends DomainEvent> {
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
}

/** A command with its data. Pure. Empty when it has taken effect before. @throws CatalogueError */
export type Decision<State, Event> = (state: State, now: Date) => readonly Event[];
