import { strokeBox } from '@clearcut/scene/brush';
import type { Mask, OwnPixels } from '@clearcut/scene/raster';
import { decodeRegions, type RegionMap } from '@clearcut/scene/regions';
import { patched } from '@clearcut/schemas/transaction/edit-history';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { MaskMode, SceneSettings, SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { loadImage } from '../../../lib/patient-image.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { getTransaction } from '../../uploads/transaction/api.ts';
import { uploadStore } from '../../uploads/upload-store.ts';
import { getRegions, getStep, sendBackground } from '../sync/api.ts';
import { appliedOf, type Applied } from '../engine/cut-out-layer.ts';
import { decoded } from '../engine/decode.ts';
import { MaskCache } from '../engine/mask-cache.ts';
import { maskOf, preloadMaskWorker } from '../engine/mask-worker.ts';
import { Painter } from '../engine/painter.ts';
import { Store } from '../../../lib/store.ts';
import type { DrawnStroke } from '../sync/drafts.ts';
import { EditLog, type EditCommand, type Version } from '../sync/edit-log.ts';
import { follow } from '../sync/follow.ts';
import { isSame } from '../sync/is-same.ts';
import { Outbox, type OutboxState } from '../sync/outbox.ts';

/** Sources of drawing, at preview size. */
export interface Inputs {
  readonly original: OwnPixels;
  readonly cutOut: OwnPixels;
}

export interface PictureState {
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
  /** Strokes whose masks are loaded. */
  readonly strokes: readonly Applied[];
  /** The server is refining an edge. */
  readonly isRefining: boolean;
  /** Masks failed to load, so some strokes are missing on screen. */
  readonly isPartial: boolean;
}

/** Setting changes within this time merge into one edit. */
const GESTURE_MS = 600;

const halved = ({ data, width, height }: Mask): Mask => ({ data: data.map((value) => value >> 1), width, height });

export class EditedPicture extends Store<PictureState> {
  readonly id: string;
  readonly masks: MaskCache;
  readonly painter = new Painter();
  readonly #log: EditLog;
  readonly #outbox: Outbox;
  readonly #controller = new AbortController();
  #gesture: SceneSettingsPatch = {};
  #gestureTimer: ReturnType<typeof setTimeout> | undefined;
  #inputSteps = '';
  /** Latest from the stream while an edit is being sent. */
  #heard: TransactionView | undefined;
  #regions: Promise<RegionMap> | undefined;
  /** Masks in the making, or made but unsent. */
  readonly #making = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

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
    this.masks = new MaskCache(view.id, {
      onLoaded: () => this.set(this.#drawn()),
      // Only this: reading the strokes would fetch them again at once.
      onMissing: () => this.set({ isPartial: this.#isPartial }),
    });
    this.#outbox = Outbox.of(view.id, {
      maskOf: (id, drawn) => this.#madeMask(id, drawn),
      onTaken: (id, taken) => {
        this.#making.delete(id);
        const isEdge = this.#log.isEdge(id);
        this.#log.acknowledge(id, taken.opId, taken.view);
        const opId = this.#log.opIdOf(id);
        // A refined edge differs from what was drawn.
        if (opId !== undefined && !isEdge) this.masks.sameAs(opId, id);
        this.#refresh(taken.view);
        this.#catchUp();
        // Otherwise returning to the result before the edit was sent would show, and save, the picture without it.
        uploadStore.adopt(taken.view);
      },
      onRefused: (id, refused) => void this.#refuse(id, refused),
      onState: (sync) => this.set({ sync }),
      opIdOf: (id) => this.#log.opIdOf(id),
    });
    void follow(view.id, (now) => this.#hear(now), this.#controller.signal);
    addEventListener('pagehide', this.#commitNow);
    addEventListener('online', this.#loadMissing);
    void this.#sendLeft();
    void this.#loadInputs();
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
    const { width, height } = view;
    const isEdge = mode === 'refine';
    this.masks.set(id, { area: { x: 0, y: 0, width, height }, mask: isEdge ? halved(mask) : mask });
    this.#edit({ kind: 'mask', id, mode, box }, drawn);
    // Made now rather than when sent, so that the screen matches the server from here on.
    void this.#madeMask(id, drawn).catch(() => undefined);
    return true;
  }

  /**
   * Makes a stroke's file once. Its coverage then replaces what was drawn, except for an edge, which the server
   * refines.
   */
  #madeMask(id: string, drawn: DrawnStroke): Promise<Uint8Array<ArrayBuffer>> {
    const making = this.#making.get(id) ?? this.#makeMask(id, drawn);
    this.#making.set(id, making);
    making.catch(() => this.#making.delete(id));
    return making;
  }

  async #makeMask(id: string, { stroke, isMagic }: DrawnStroke): Promise<Uint8Array<ArrayBuffer>> {
    const { cutOut } = await this.#inputs();
    const { width, height } = this.getState().view;
    const ground = { frame: { width, height }, layer: { width: cutOut.width, height: cutOut.height } };
    const regions = isMagic ? await this.regions() : null;
    // A restart may help after a crash. A stroke that always crashes must not hold up later edits; a script that failed
    // to load says nothing about the stroke, which would be lost for lack of a connection.
    const { coverage, made } = await loadImage(() => maskOf({ kind: 'stroke', ground, stroke, regions })).catch(
      (cause: unknown) => {
        throw cause instanceof Failure ? cause : new Failure('stroke_not_made', { status: 422, cause });
      },
    );
    // An edge to be refined is already shown as drawn.
    if (!this.#log.isEdge(id)) this.masks.set(id, coverage);
    if (made === null) throw new Error('A stroke has a mask');
    return made.png;
  }

  /** Rejects when this picture closes before loading: a waiting stroke would hold up a returning person. */
  async #inputs(): Promise<Inputs> {
    const { inputs } = this.getState();
    if (inputs !== undefined) return inputs;
    const { signal } = this.#controller;
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The picture was left')));
      const stop = this.subscribe(() => {
        const loaded = this.getState().inputs;
        if (loaded === undefined) return;
        stop();
        resolve(loaded);
      });
    });
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

  /** Regions of the picture. Rejects when the server does not have them (yet). */
  regions(): Promise<RegionMap> {
    if (this.#regions !== undefined) return this.#regions;
    const loading = getRegions(this.id).then(decoded).then(decodeRegions);
    this.#regions = loading;
    void this.#awaitRegions(loading);
    return loading;
  }

  async #awaitRegions(loading: Promise<RegionMap>): Promise<void> {
    const regions = await loading.catch(() => undefined);
    // A better cut-out requests them again.
    if (this.#regions !== loading) return;
    if (regions === undefined) this.#regions = undefined;
    else this.set({ regions });
  }

  /** Uploads a picture as the background. @throws Failure */
  async addBackground(file: File): Promise<void> {
    const { id } = await sendBackground(this.id, file);
    this.apply({ background: { ...TRANSPARENT, id } });
  }

  /** Reloads after a change other than an edit. */
  async lookAgain(): Promise<void> {
    this.#take(await getTransaction(this.id, this.#controller.signal));
  }

  reload(): void {
    this.set({ failure: undefined });
    this.masks.forgetMissing();
    this.#refresh();
  }

  toldOfRefusal(): void {
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
      if (drawn !== null) void this.#madeMask(command.id, drawn).catch(() => undefined);
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
  #hear(view: TransactionView): void {
    this.#heard = view;
    this.#catchUp();
  }

  #catchUp(): void {
    const heard = this.#heard;
    if (heard === undefined || this.#log.pending.length > 0) return;
    this.#heard = undefined;
    this.#take(heard);
  }

  /** Ignores a view older than the shown one. */
  #take(view: TransactionView): void {
    if (view.updatedAt < this.getState().view.updatedAt) return;
    this.#log.take(view);
    this.#refresh(view);
  }

  #refresh(view = this.getState().view): void {
    const version = this.#log.current;
    this.set({ view, version, settings: patched(version.settings, this.#gesture), ...this.#drawn() });
    void this.#loadInputs();
  }

  get #isPartial(): boolean {
    return this.#log.current.masks.some(({ id }) => this.masks.isMissing(id));
  }

  #drawn(): Pick<PictureState, 'strokes' | 'isPartial' | 'isRefining'> {
    const strokes = this.#log.current.masks.flatMap((mask) => {
      // The server has no file for an unknown edit.
      const coverage = this.masks.get(mask, this.#log.opIdOf(mask.id) === undefined);
      return coverage === undefined ? [] : [appliedOf(mask.mode, coverage)];
    });
    const isRefining = this.#log.pending.some(({ id }) => this.#log.isEdge(id));
    return { strokes, isPartial: this.#isPartial, isRefining };
  }

  /** Loads photo and cut-out, again for each better one. */
  async #loadInputs(): Promise<void> {
    const { pipeline, width, height, status } = this.getState().view;
    const { resized, improved, transformed } = pipeline;
    const cutOut = improved ?? transformed;
    if (status !== 'UPLOADED' || resized === undefined || cutOut === undefined) return;
    const steps = `${resized.id} ${cutOut.id}`;
    if (steps === this.#inputSteps) return;
    this.#inputSteps = steps;
    const { signal } = this.#controller;
    try {
      const kind = improved === undefined ? 'transformed' : 'improved';
      const [original, transparent] = await Promise.all([
        loadImage(async () => decoded(await getStep(this.id, 'resized', resized.id, signal)), signal),
        loadImage(async () => decoded(await getStep(this.id, kind, cutOut.id, signal)), signal),
      ]);
      if (this.#inputSteps !== steps || signal.aborted) return;
      this.#regions = undefined;
      const size = { width: transparent.width, height: transparent.height };
      this.masks.layOver({ frame: { width, height }, layer: size });
      const inputs = { original, cutOut: transparent };
      this.set({ inputs, regions: null, ...this.#drawn(), failure: undefined });
      // Afterwards: the picture comes first.
      preloadMaskWorker();
    } catch (error) {
      if (signal.aborted || this.#inputSteps !== steps) return;
      // The next refresh retries. The picture shown stays, since someone may be drawing on it.
      this.#inputSteps = '';
      if (this.getState().inputs === undefined) this.set({ failure: toFailure(error) });
    }
  }
}
