import type { Actor, Work } from '@clearcut/schemas/event-metadata';

/** What surrounds the commands of one request, or of one reaction to an event. */
export interface Circumstances {
  readonly correlationId: string;
  /** The request, or the event reacted to. */
  readonly causationId: string;
  readonly actor: Actor;
  readonly now: Date;
  /** Of what records the result of a job: how the job was done. */
  readonly work?: Work | null;
}

/** What surrounds one command. */
export interface CommandContext extends Circumstances {
  /** A repeat of the command carries the same id: the ids of its events derive from it. */
  readonly commandId: string;
}

/** Of what the owner of an account does with it by a request. */
export const circumstancesOf = (account: { readonly id: string }, request: { readonly id: string }): Circumstances => ({
  correlationId: request.id,
  causationId: request.id,
  actor: { kind: 'user', id: account.id },
  now: new Date(),
});
