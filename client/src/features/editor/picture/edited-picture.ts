import { call } from '../../../lib/contracts/call.ts';
import { editContracts } from '@clearcut/schemas/contracts/transaction/edits';
import { strokeBox } from '@clearcut/scene/brush';
import type { Mask, OwnPixels } from '@clearcut/scene/raster';
import type { RegionMap } from '@clearcut/scene/regions';
import { patched } from '@clearcut/schemas/transaction/edit-history';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { MaskMode, SceneSettings, SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { getTransaction } from '../../pictures/uploads/transaction/api.ts';
import { uploadStore } from '../../pictures/uploads/upload-store.ts';
import type { MaskCache } from '../engine/mask-cache.ts';
import { preloadMaskWorker } from '../engine/mask-worker.ts';
import { Painter } from '../engine/painter.ts';
import { Store } from '../../../lib/store.ts';
import type { DrawnStroke } from '../sync/drafts.ts';
import { EditLog, type EditCommand, type Version } from '../sync/edit-log.ts';
import { follow } from '../sync/follow.ts';
import { isSame } from '../sync/is-same.ts';
import { Outbox, type OutboxState } from '../sync/outbox.ts';
import { isPictureGone } from './is-picture-gone.ts';
import { PictureInputs, type Inputs } from './picture-inputs.ts';
import { PictureStrokes, type StrokesShown } from './picture-strokes.ts';

export interface PictureState extends StrokesShown {
  readonly view: TransactionView;
  readonly version: Version;
  /** The version's, plus a change in progress. */
  readonly settings: SceneSettings;
  readonly inputs: Inputs | undefined;
  /** Null until requested and loaded. */
  readonly regions: RegionMap | null;
  readonly sync: OutboxState;
  readonly failure: Failure | undefined;
  /** Cleared once the person has seen it. */
  readonly refused: Failure | undefined;
}

/** Setting changes within this time merge into one edit. */
const GESTURE_MS = 600;

export class EditedPicture extends Store<PictureState> {
  readonly id: string;
  readonly painter = new Painter();
  readonly #log: EditLog;
  readonly #outbox: Outbox;
  readonly #inputs: PictureInputs;
  readonly #strokes: PictureStrokes;
  readonly #controller = new AbortController();
  #gesture: SceneSettingsPatch = {};
  #gestureTimer: ReturnType<typeof setTimeout> | undefined;
  /** Latest from the stream while an edit is being sent. */
  #received: TransactionView | undefined;

  constructor(view: TransactionView) {
    const log = new EditLog(view);
    super({
      view,
      version: log.current,
      settings: log.current.settings,
      inputs: undefined,
      regions: null,
      sync: 'sent',
      failure: undefined,
      refused: undefined,
      strokes: [],
      isRefining: false,
      isPartial: false,
    });
    this.id = view.id;
    this.#log = log;
    this.#inputs = new PictureInputs(view.id, this.#controller.signal, {
      onLoaded: (inputs) => this.#showInputs(inputs),
      onRegions: (regions) => this.set({ regions }),
      onFailure: (failure) => this.set({ failure }),
    });
    this.#strokes = new PictureStrokes(view, log, this.#inputs, {
      onLoaded: () => this.set(this.#strokes.shown),
      // Only this: reading the strokes would fetch them again at once.
      onMissing: () => this.set({ isPartial: this.#strokes.isPartial }),
    });
    this.#outbox = Outbox.of(view.id, {
      maskOf: (id, drawn) => this.#strokes.make(id, drawn),
      onTaken: (id, taken) => {
        const isEdge = this.#log.isEdge(id);
        this.#log.acknowledge(id, taken.opId, taken.view);
        this.#strokes.sent(id, this.#log.opIdOf(id), isEdge);
        this.#refresh(taken.view);
        this.#catchUp();
        // Otherwise returning to the result before the edit was sent would show, and save, the picture without it.
        uploadStore.adopt(taken.view);
      },
      onRefused: (id, refused) => void this.#refuse(id, refused),
      onState: (sync) => this.set({ sync }),
      opIdOf: (id) => this.#log.opIdOf(id),
    });
    void follow(view.id, (now) => this.#receive(now), this.#controller.signal);
    addEventListener('pagehide', this.#commitNow);
    addEventListener('online', this.#loadMissing);
    void this.#sendLeft();
    void this.#inputs.load(view);
  }

  get masks(): MaskCache {
    return this.#strokes.masks;
  }

  /** The cut-out with its strokes, at preview size, before placing. */
  get cutOut(): OwnPixels | undefined {
    return this.painter.cutOut;
  }

  /** Shows changes at once; they become one edit when they pause. */
  adjust(settings: SceneSettingsPatch): void {
    this.#gesture = { ...this.#gesture, ...settings };
    clearTimeout(this.#gestureTimer);
    this.#gestureTimer = setTimeout(this.#commitNow, GESTURE_MS);
    this.#refresh();
  }

  commit(): void {
    clearTimeout(this.#gestureTimer);
    const settings = this.#gesture;
    this.#gesture = {};
    const before = this.#log.current.settings;
    const after = patched(before, settings);
    if (isSame(before, after)) this.#refresh();
    else this.#edit({ kind: 'settings', id: randomUuid(), settings });
  }

  apply(settings: SceneSettingsPatch): void {
    this.adjust(settings);
    this.commit();
  }

  /**
   * Turns a stroke into an edit. Shows it as drawn until its full-size mask is made.
   * @param mask its coverage of preview pixels
   * @returns false when it missed the picture
   */
  addStroke(mode: MaskMode, drawn: DrawnStroke, mask: Mask): boolean {
    this.commit();
    const { inputs, view } = this.getState();
    const box = strokeBox(drawn.stroke, view);
    if (box === null || inputs === undefined) return false;
    const id = randomUuid();
    this.#strokes.show(id, mask, mode === 'refine');
    this.#edit({ kind: 'mask', id, mode, box }, drawn);
    // Made now rather than when sent, so that the screen matches the server from here on.
    void this.#strokes.make(id, drawn).catch(() => undefined);
    return true;
  }

  undo(): void {
    this.commit();
    this.#restore(this.#log.current.undoId);
  }

  redo(): void {
    this.commit();
    this.#restore(this.#log.current.redoId);
  }

  reset(): void {
    this.commit();
    this.#edit({ kind: 'reset', id: randomUuid() });
  }

  /**
   * Resolves when the server has every edit.
   * @throws as `whenEmpty` of the outbox
   */
  async whenSent(): Promise<void> {
    this.commit();
    await this.#outbox.whenEmpty();
  }

  /** Rejects when the server does not have them (yet). */
  regions(): Promise<RegionMap> {
    return this.#inputs.regions();
  }

  /** Uploads a picture as the background. @throws Failure */
  async addBackground(file: File): Promise<void> {
    const { id } = await call(editContracts.addBackground, { params: { id: this.id }, bytes: file });
    this.apply({ background: { ...TRANSPARENT, id } });
  }

  /** Reloads after a change other than an edit. @throws Failure, unless the picture is gone */
  async refetch(): Promise<void> {
    try {
      this.#take(await getTransaction(this.id, this.#controller.signal));
    } catch (error) {
      const failure = toFailure(error);
      if (!isPictureGone(failure)) throw error;
      this.set({ failure });
    }
  }

  reload(): void {
    this.set({ failure: undefined });
    this.masks.forgetMissing();
    this.#refresh();
  }

  dismissRefusal(): void {
    this.set({ refused: undefined });
  }

  /** Stops following the picture. Pending edits are still sent unless its owner's must be forgotten. */
  close({ isForgotten = false } = {}): void {
    if (!isForgotten) this.commit();
    removeEventListener('pagehide', this.#commitNow);
    removeEventListener('online', this.#loadMissing);
    clearTimeout(this.#gestureTimer);
    this.#controller.abort();
    if (isForgotten) this.#outbox.stop();
  }

  readonly #commitNow = (): void => this.commit();
  readonly #loadMissing = (): void => this.#refresh();

  #restore(target: string | null): void {
    if (target !== null) this.#edit({ kind: 'restore', id: randomUuid(), target });
  }

  #edit(command: EditCommand, drawn: DrawnStroke | null = null): void {
    this.#log.add(command);
    // Stored before it is shown: a reload never loses what a person has seen.
    this.#outbox.add({ command, drawn });
    this.#refresh();
  }

  async #sendLeft(): Promise<void> {
    const left = await this.#outbox.restore();
    for (const { command, drawn } of left) {
      this.#log.add(command);
      if (drawn !== null) void this.#strokes.make(command.id, drawn).catch(() => undefined);
    }
    if (left.length > 0) this.#refresh();
  }

  async #refuse(id: string, refused: Failure): Promise<void> {
    this.#log.drop(id);
    this.set({ refused });
    this.#refresh();
    this.#catchUp();
    try {
      this.#take(await getTransaction(this.id, this.#controller.signal));
    } catch (error) {
      if (!this.#controller.signal.aborted) this.set({ failure: toFailure(error) });
    }
  }

  /**
   * While an edit is being sent, the stream may report it before the answer, which alone tells it apart from others'
   * edits. The stream may also be ahead with another person's edits and reports those only once, so its view is kept
   * until the answer.
   */
  #receive(view: TransactionView): void {
    this.#received = view;
    this.#catchUp();
  }

  #catchUp(): void {
    const received = this.#received;
    if (received === undefined || this.#log.pending.length > 0) return;
    this.#received = undefined;
    this.#take(received);
  }

  /** Ignores a view older than the shown one. */
  #take(view: TransactionView): void {
    if (view.updatedAt < this.getState().view.updatedAt) return;
    this.#log.take(view);
    this.#refresh(view);
  }

  #refresh(view = this.getState().view): void {
    const version = this.#log.current;
    this.set({ view, version, settings: patched(version.settings, this.#gesture), ...this.#strokes.shown });
    void this.#inputs.load(view);
  }

  #showInputs(inputs: Inputs): void {
    this.#strokes.layOver(inputs.cutOut);
    this.set({ inputs, regions: null, ...this.#strokes.shown, failure: undefined });
    // Afterwards: the picture comes first.
    preloadMaskWorker();
  }
}
