import { strokeBox } from '@clearcut/scene/brush';
import type { Mask, OwnPixels } from '@clearcut/scene/raster';
import { decodeRegions, type RegionMap } from '@clearcut/scene/regions';
import { patched } from '@clearcut/schemas/transaction/edit-history';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { MaskMode, SceneSettings, SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { loadImage } from '../../../lib/http/patience.ts';
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

/** What everything is drawn from, at preview size. */
export interface Inputs {
  /** The photo. */
  readonly original: OwnPixels;
  readonly cutOut: OwnPixels;
}

export interface PictureState {
  readonly view: TransactionView;
  readonly version: Version;
  /** Those of the version, with what a hand is just changing. */
  readonly settings: SceneSettings;
  readonly inputs: Inputs | undefined;
  /** What belongs together in it; null until a person asked for that and it came. */
  readonly regions: RegionMap | null;
  readonly sync: OutboxState;
  /** Why it cannot be shown. */
  readonly failure: Failure | undefined;
  /** Why the server refused an edit, until a person was told. */
  readonly refused: Failure | undefined;
  /** Those of its strokes whose masks are here. */
  readonly strokes: readonly Applied[];
  /** An edge is being found by the server. */
  readonly isRefining: boolean;
  /** Masks of strokes could not be fetched: these strokes are missing in what is shown. */
  readonly isPartial: boolean;
}

/** Changes of a setting that follow each other within this time are one edit. */
const GESTURE_MS = 600;

const halved = ({ data, width, height }: Mask): Mask => ({ data: data.map((value) => value >> 1), width, height });

/** One picture while it is open in the editor: what it looks like, and every way of changing that. */
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
  /** What the stream told last while an edit was on its way. */
  #heard: TransactionView | undefined;
  #regions: Promise<RegionMap> | undefined;
  /** Masks that are being made, or are made and not yet sent. */
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
      // Nothing but this: looking at the strokes would have them fetched again at once.
      onMissing: () => this.set({ isPartial: this.#isPartial }),
    });
    this.#outbox = Outbox.of(view.id, {
      maskOf: (id, drawn) => this.#madeMask(id, drawn),
      onTaken: (id, taken) => {
        this.#making.delete(id);
        const isEdge = this.#log.isEdge(id);
        this.#log.acknowledge(id, taken.opId, taken.view);
        const opId = this.#log.opIdOf(id);
        // What the server found of an edge is another picture than what was drawn.
        if (opId !== undefined && !isEdge) this.masks.sameAs(opId, id);
        this.#refresh(taken.view);
        this.#catchUp();
        // A person who went back to the result sooner than the edit was sent was shown the picture without it, and would save it with it.
        uploadStore.adopt(taken.view);
      },
      onRefused: (id, refused) => void this.#refuse(id, refused),
      onState: (sync) => this.set({ sync }),
      opIdOf: (id) => this.#log.opIdOf(id),
    });
    void follow(view.id, (now) => this.#hear(now), this.#controller.signal);
    addEventListener('pagehide', this.#settleNow);
    addEventListener('online', this.#loadMissing);
    void this.#sendLeft();
    void this.#loadInputs();
  }

  /** The cut-out with its strokes, at preview size, before it is placed. */
  get cutOut(): OwnPixels | undefined {
    return this.painter.cutOut;
  }

  /** Changes settings while a hand is at it: shown at once, and one edit when it rests. */
  adjust(settings: SceneSettingsPatch): void {
    this.#gesture = { ...this.#gesture, ...settings };
    clearTimeout(this.#gestureTimer);
    this.#gestureTimer = setTimeout(this.#settleNow, GESTURE_MS);
    this.#refresh();
  }

  /** The hand has let go: what it changed is an edit. */
  settle(): void {
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
    this.settle();
  }

  /**
   * Makes a stroke an edit. It is shown as it was drawn until its mask at full size is made.
   * @param mask what it covers of the preview's pixels
   * @returns false when it passed the picture by
   */
  addStroke(mode: MaskMode, drawn: DrawnStroke, mask: Mask): boolean {
    this.settle();
    const { inputs, view } = this.getState();
    const box = strokeBox(drawn.stroke, view);
    if (box === null || inputs === undefined) return false;
    const id = randomUuid();
    const { width, height } = view;
    const isEdge = mode === 'refine';
    this.masks.set(id, { area: { x: 0, y: 0, width, height }, mask: isEdge ? halved(mask) : mask });
    this.#edit({ kind: 'mask', id, mode, box }, drawn);
    // Not only when it is sent: what is shown is from then on what the server will show.
    void this.#madeMask(id, drawn).catch(() => undefined);
    return true;
  }

  /** The file of a stroke, made once; but for an edge, which the server finds, what it covers takes the place of what was drawn. */
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
    // A worker that crashed may do better when it is started anew. One that never does must not hold up whatever was edited since; one
    // whose script did not come says nothing about the stroke, which would be lost for want of a connection.
    const { coverage, made } = await loadImage(() => maskOf({ kind: 'stroke', ground, stroke, regions })).catch(
      (cause: unknown) => {
        throw cause instanceof Failure ? cause : new Failure('stroke_not_made', { status: 422, cause });
      },
    );
    // Of an edge that is to be found it is what is looked at, and shown already.
    if (!this.#log.isEdge(id)) this.masks.set(id, coverage);
    if (made === null) throw new Error('A stroke has a mask');
    return made.png;
  }

  /** Resolves when the pictures are loaded, rejects when this one is closed before: a stroke that waited on would hold up who comes back. */
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
    this.settle();
    this.#restore(this.#log.current.undoId);
  }

  redo(): void {
    this.settle();
    this.#restore(this.#log.current.redoId);
  }

  reset(): void {
    this.settle();
    this.#edit({ kind: 'reset', id: randomUuid() });
  }

  /**
   * Resolves when the server has every edit.
   * @throws as `whenEmpty` of the outbox does
   */
  async whenSent(): Promise<void> {
    this.settle();
    await this.#outbox.whenEmpty();
  }

  /** What belongs together in the picture. Rejects also where the server has not found out (yet). */
  regions(): Promise<RegionMap> {
    if (this.#regions !== undefined) return this.#regions;
    const loading = getRegions(this.id).then(decoded).then(decodeRegions);
    this.#regions = loading;
    void this.#awaitRegions(loading);
    return loading;
  }

  async #awaitRegions(loading: Promise<RegionMap>): Promise<void> {
    const regions = await loading.catch(() => undefined);
    // With a better cut-out they are asked for anew.
    if (this.#regions !== loading) return;
    if (regions === undefined) this.#regions = undefined;
    else this.set({ regions });
  }

  /** Puts a picture of one's own behind the cut-out. @throws Failure of the upload */
  async addBackground(file: File): Promise<void> {
    const { id } = await sendBackground(this.id, file);
    this.apply({ background: { ...TRANSPARENT, id } });
  }

  /** Asks the server anew: something besides an edit has changed. */
  async lookAgain(): Promise<void> {
    this.#take(await getTransaction(this.id, this.#controller.signal));
  }

  /** Tries again to load what failed to load. */
  reload(): void {
    this.set({ failure: undefined });
    this.masks.forgetMissing();
    this.#refresh();
  }

  /** A person was told of the edit that the server refused. */
  toldOfRefusal(): void {
    this.set({ refused: undefined });
  }

  /** Follows the picture no longer. What is on its way to the server gets there, unless its owner's edits must be forgotten. */
  close({ isForgotten = false } = {}): void {
    if (!isForgotten) this.settle();
    removeEventListener('pagehide', this.#settleNow);
    removeEventListener('online', this.#loadMissing);
    clearTimeout(this.#gestureTimer);
    this.#controller.abort();
    if (isForgotten) this.#outbox.stop();
  }

  readonly #settleNow = (): void => this.settle();
  readonly #loadMissing = (): void => this.#refresh();

  #restore(target: string | null): void {
    if (target !== null) this.#edit({ kind: 'restore', id: randomUuid(), target });
  }

  #edit(command: EditCommand, drawn: DrawnStroke | null = null): void {
    this.#log.add(command);
    // Kept before it is shown: what a person has seen, a reload does not lose.
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
   * While an edit is on its way, the stream may already tell of it: its answer says the same, and tells it apart from others. But the
   * stream may also be ahead of the answer, with what another person did since, and tells that once only: so it is kept until then.
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

  /** An older view than the one shown was overtaken by it. */
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
      // The server has no file for an edit that it does not know.
      const coverage = this.masks.get(mask, this.#log.opIdOf(mask.id) === undefined);
      return coverage === undefined ? [] : [appliedOf(mask.mode, coverage)];
    });
    const isRefining = this.#log.pending.some(({ id }) => this.#log.isEdge(id));
    return { strokes, isPartial: this.#isPartial, isRefining };
  }

  /** The photo and its cut-out, again whenever there is a better one. */
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
      // Not before: the picture itself comes first.
      preloadMaskWorker();
    } catch (error) {
      if (signal.aborted || this.#inputSteps !== steps) return;
      // The next refresh tries again. What is shown stays: a hand may be drawing on it.
      this.#inputSteps = '';
      if (this.getState().inputs === undefined) this.set({ failure: toFailure(error) });
    }
  }
}
