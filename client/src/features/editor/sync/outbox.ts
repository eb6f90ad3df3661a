import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { isPassing, isTooSoon, untilOnline } from '../../../lib/http/patience.ts';
import { sendMask, sendReset, sendRestore, sendSettings, type TakenEdit } from './api.ts';
import { forgetDrafts, readDrafts, writeDrafts, writeMore, type Draft, type DrawnStroke } from './drafts.ts';

export type OutboxState = 'sent' | 'sending' | 'offline';

export interface OutboxHandlers {
  readonly onTaken: (id: string, taken: TakenEdit) => void;
  /** The server will not take it, now or later. */
  readonly onRefused: (id: string, failure: Failure) => void;
  readonly onState: (state: OutboxState) => void;
  /** Makes the file of a stroke. */
  readonly maskOf: (id: string, drawn: DrawnStroke) => Promise<Uint8Array<ArrayBuffer>>;
  /** The operation that an edit, or an operation itself, is to the server. */
  readonly opIdOf: (id: string) => string | undefined;
}

export const RETRY_MS = { first: 1_000, most: 30_000 } as const;

/** Edits of a picture that is being cut out anew stay. */
const mayPass = (failure: Failure): boolean => isPassing(failure, { isUnseen: true }) || isTooSoon(failure);

/** Those that have something to send, or read whether they have: pictures that were left meanwhile send what they still have. */
const running = new Set<Outbox>();

/** What one person drew is not shown to the next person: nothing of it is sent or kept from here on. */
export async function forgetEdits(): Promise<void> {
  for (const outbox of running) outbox.stop();
  await forgetDrafts();
}

/** Sends the edits of one picture, one after the other in the order in which they were made, until the server has taken each. */
export class Outbox {
  readonly #transactionId: string;
  #handlers: OutboxHandlers;
  #state: OutboxState = 'sent';
  #drafts: readonly Draft[] = [];
  readonly #stopped = new AbortController();
  #isSending = false;
  /** What is left from before, while it is being read. What is made meanwhile waits: sent or kept now, it would take the place of that. */
  #reading: Promise<readonly Draft[]> | undefined;
  /** Those who wait for everything to be sent. */
  readonly #waiting: PromiseWithResolvers<void>[] = [];

  private constructor(transactionId: string, handlers: OutboxHandlers) {
    this.#transactionId = transactionId;
    this.#handlers = handlers;
  }

  /**
   * The outbox of a picture. A person who comes back before everything was sent gets the one that sends it: of two, each would send the same,
   * and keep the drafts without those that only the other one has.
   */
  static of(transactionId: string, handlers: OutboxHandlers): Outbox {
    const sending = [...running].find((outbox) => outbox.#transactionId === transactionId);
    if (sending === undefined) return new Outbox(transactionId, handlers);
    sending.#handlers = handlers;
    return sending;
  }

  /** The edits that were left when the page was closed, or the picture was left; they are sent now. */
  async restore(): Promise<readonly Draft[]> {
    if (running.has(this)) {
      await this.#reading;
      this.#handlers.onState(this.#state);
      return this.#drafts;
    }
    running.add(this);
    this.#reading = readDrafts(this.#transactionId);
    const left = await this.#reading;
    this.#reading = undefined;
    const made = this.#drafts;
    this.#drafts = [...left, ...made];
    if (made.length > 0) void this.#keep();
    void this.#run();
    return left;
  }

  /** When it returns, a reload finds the edit. */
  add(draft: Draft): void {
    this.#drafts = [...this.#drafts, draft];
    if (this.#reading !== undefined) {
      if (!this.#stopped.signal.aborted) writeMore(this.#transactionId, this.#drafts);
      return;
    }
    void this.#keep();
    void this.#run();
  }

  /**
   * Resolves when the server has all there is; as long as it is not known what was left, it may not.
   * @throws Failure `edit_refused` when the server refused something meanwhile; a DOMException named AbortError when it was stopped
   */
  async whenEmpty(): Promise<void> {
    this.#stopped.signal.throwIfAborted();
    if (this.#reading === undefined && this.#drafts.length === 0) return;
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    await waiting.promise;
  }

  /** Sends and keeps nothing more: the answer to what is on its way must not bring back what was forgotten. */
  stop(): void {
    this.#stopped.abort();
    running.delete(this);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#stopped.signal.reason);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    if (this.#isSending || signal.aborted) return;
    this.#isSending = true;
    running.add(this);
    let wait: number = RETRY_MS.first;
    if (this.#drafts.length > 0) this.#tell('sending');
    for (let draft = this.#drafts[0]; draft !== undefined && !signal.aborted; draft = this.#drafts[0]) {
      try {
        const taken = await this.#send(draft);
        await this.#done(taken.opId);
        this.#handlers.onTaken(draft.command.id, taken);
        this.#tell('sending');
        wait = RETRY_MS.first;
      } catch (error) {
        const failure = toFailure(error);
        // Not 'sending' at each try: a screen reader would read out each loss of the connection anew.
        this.#tell(mayPass(failure) && !isTooSoon(failure) ? 'offline' : 'sending');
        if (mayPass(failure)) {
          await untilOnline(wait, signal);
          wait = Math.min(wait * 2, RETRY_MS.most);
        } else {
          await this.#done();
          this.#handlers.onRefused(draft.command.id, failure);
          const { status } = failure;
          for (const { reject } of this.#waiting.splice(0))
            reject(new Failure('edit_refused', { status, cause: failure }));
        }
      }
    }
    this.#isSending = false;
    running.delete(this);
    if (signal.aborted) return;
    this.#tell('sent');
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #tell(state: OutboxState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#handlers.onState(state);
  }

  /** @param opId what the first edit has become: those that lead back to it must find it after a reload too. To a refused one none do. */
  #done(opId?: string): Promise<void> {
    const [sent, ...left] = this.#drafts;
    this.#drafts = left.flatMap((draft) => {
      const { command } = draft;
      if (command.kind !== 'restore' || command.target !== sent?.command.id) return draft;
      return opId === undefined ? [] : { ...draft, command: { ...command, target: opId } };
    });
    return this.#keep();
  }

  async #keep(): Promise<void> {
    if (!this.#stopped.signal.aborted) await writeDrafts(this.#transactionId, this.#drafts);
  }

  async #send({ command, drawn }: Draft): Promise<TakenEdit> {
    const { id } = command;
    switch (command.kind) {
      case 'mask': {
        if (drawn === null) throw new Failure('mask_invalid', { status: 422 });
        const png = await this.#handlers.maskOf(id, drawn);
        return sendMask(this.#transactionId, { mode: command.mode, box: command.box, png, key: id });
      }
      case 'settings':
        return sendSettings(this.#transactionId, command.settings, id);
      case 'reset':
        return sendReset(this.#transactionId, id);
      case 'restore':
        return sendRestore(this.#transactionId, this.#handlers.opIdOf(command.target) ?? command.target, id);
    }
  }
}
