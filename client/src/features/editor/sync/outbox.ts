import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { isPassing, untilOnline } from '../../../lib/http/retry.ts';
import { isTooSoon } from '../../../lib/retry/with-retries.ts';
import { sendMask, sendReset, sendRestore, sendSettings, type TakenEdit } from './api.ts';
import { forgetDrafts, readDrafts, writeDrafts, writeMore, type Draft, type DrawnStroke } from './drafts.ts';

export type OutboxState = 'sent' | 'sending' | 'offline';

export interface OutboxHandlers {
  readonly onTaken: (id: string, taken: TakenEdit) => void;
  /** The server will never accept it. */
  readonly onRefused: (id: string, failure: Failure) => void;
  readonly onState: (state: OutboxState) => void;
  readonly maskOf: (id: string, drawn: DrawnStroke) => Promise<Uint8Array<ArrayBuffer>>;
  /** Operation id of an edit or an operation. */
  readonly opIdOf: (id: string) => string | undefined;
}

export const RETRY_MS = { first: 1_000, most: 30_000 } as const;

/** Edits of a picture that is being cut out again stay. */
const mayPass = (failure: Failure): boolean => isPassing(failure, { isUnseen: true }) || isTooSoon(failure);

/** Outboxes with something to send, or still reading: closed pictures finish sending. */
const running = new Set<Outbox>();

/** Stops sending and deletes what is stored: the next person must not see these edits. */
export async function forgetEdits(): Promise<void> {
  stopSending();
  await forgetDrafts();
}

/** Stored edits stay. */
export function stopSending(): void {
  for (const outbox of running) outbox.stop();
}

/** Sends one picture's edits in order until the server has accepted each. */
export class Outbox {
  readonly #transactionId: string;
  #handlers: OutboxHandlers;
  #state: OutboxState = 'sent';
  #drafts: readonly Draft[] = [];
  readonly #stopped = new AbortController();
  #isSending = false;
  /** Stored drafts being read. New ones wait; sending or storing them now would overwrite those. */
  #reading: Promise<readonly Draft[]> | undefined;
  readonly #waiting: PromiseWithResolvers<void>[] = [];

  private constructor(transactionId: string, handlers: OutboxHandlers) {
    this.#transactionId = transactionId;
    this.#handlers = handlers;
  }

  /**
   * Outbox of a picture. Returning before everything was sent gets the running one: two would send the same edits and
   * drop each other's drafts.
   */
  static of(transactionId: string, handlers: OutboxHandlers): Outbox {
    const sending = [...running].find((outbox) => outbox.#transactionId === transactionId);
    if (sending === undefined) return new Outbox(transactionId, handlers);
    sending.#handlers = handlers;
    return sending;
  }

  /** Returns edits left from an earlier visit and sends them. */
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
   * Resolves when the server has everything, including stored drafts still being read.
   * @throws Failure `edit_refused` when the server refused an edit meanwhile; a DOMException named AbortError when
   * stopped
   */
  async whenEmpty(): Promise<void> {
    this.#stopped.signal.throwIfAborted();
    if (this.#reading === undefined && this.#drafts.length === 0) return;
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    await waiting.promise;
  }

  /** Stops sending and storing: a late answer must not restore what was forgotten. */
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
    if (this.#drafts.length > 0) this.#report('sending');
    for (let draft = this.#drafts[0]; draft !== undefined && !signal.aborted; draft = this.#drafts[0]) {
      try {
        const taken = await this.#send(draft);
        await this.#done(taken.opId);
        this.#handlers.onTaken(draft.command.id, taken);
        this.#report('sending');
        wait = RETRY_MS.first;
      } catch (error) {
        const failure = toFailure(error);
        // The login has ended; its owner's next one sends the rest.
        if (failure.status === 401) {
          this.#pause();
          return;
        }
        // Not 'sending' on every retry: a screen reader would announce each lost connection again.
        this.#report(mayPass(failure) && !isTooSoon(failure) ? 'offline' : 'sending');
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
    this.#report('sent');
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #pause(): void {
    this.#isSending = false;
    running.delete(this);
    for (const { reject } of this.#waiting.splice(0)) reject(new DOMException('The login has ended', 'AbortError'));
  }

  #report(state: OutboxState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#handlers.onState(state);
  }

  /**
   * @param opId operation that the first edit became; pending restores then point to it, also after a reload.
   * Undefined: refused, so its restores are dropped.
   */
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
