import type { Actor, Work } from '@clearcut/schemas/event-metadata';

/** Shared by the commands of one request, or of one reaction to an event. */
export interface Circumstances {
  readonly correlationId: string;
  /** Id of the request, or of the event reacted to. */
  readonly causationId: string;
  readonly actor: Actor;
  readonly now: Date;
  readonly work?: Work | null;
}

export interface CommandContext extends Circumstances {
  /** Repeats carry the same id, from which event ids derive. */
  readonly commandId: string;
}

export const circumstancesOf = (account: { readonly id: string }, request: { readonly id: string }): Circumstances => ({
  correlationId: request.id,
  causationId: request.id,
  actor: { kind: 'user', id: account.id },
  now: new Date(),
});
