import type { OwnPixels } from '@clearcut/scene/raster';
import { decodeRegions, type RegionMap } from '@clearcut/scene/regions';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { loadImage } from '../../../lib/retry/image-retry.ts';
import { decoded } from '../engine/decode.ts';
import { getRegions, getStep } from '../sync/api.ts';

/** Sources of drawing, at preview size. */
export interface Inputs {
  readonly original: OwnPixels;
  readonly cutOut: OwnPixels;
}

interface InputHandlers {
  /** Called again for each better cut-out. */
  readonly onLoaded: (inputs: Inputs) => void;
  readonly onRegions: (regions: RegionMap) => void;
  readonly onFailure: (failure: Failure) => void;
}

/** Loads what a picture is drawn from, until `signal` fires. */
export class PictureInputs {
  readonly #id: string;
  readonly #signal: AbortSignal;
  readonly #handlers: InputHandlers;
  readonly #first = Promise.withResolvers<Inputs>();
  #now: Inputs | undefined;
  #steps = '';
  #regions: Promise<RegionMap> | undefined;

  constructor(id: string, signal: AbortSignal, handlers: InputHandlers) {
    this.#id = id;
    this.#signal = signal;
    this.#handlers = handlers;
    this.#first.promise.catch(() => undefined);
    signal.addEventListener('abort', () => this.#first.reject(new Error('The picture was left')));
  }

  get now(): Inputs | undefined {
    return this.#now;
  }

  /** Rejects when the picture is left before they load: a waiting stroke would hold up a returning person. */
  async whenLoaded(): Promise<Inputs> {
    return this.#now ?? this.#first.promise;
  }

  /** Regions of the picture. Rejects when the server does not have them (yet). */
  regions(): Promise<RegionMap> {
    if (this.#regions !== undefined) return this.#regions;
    const loading = getRegions(this.#id).then(decoded).then(decodeRegions);
    this.#regions = loading;
    void this.#awaitRegions(loading);
    return loading;
  }

  async #awaitRegions(loading: Promise<RegionMap>): Promise<void> {
    const regions = await loading.catch(() => undefined);
    // A better cut-out requests them again.
    if (this.#regions !== loading) return;
    if (regions === undefined) this.#regions = undefined;
    else this.#handlers.onRegions(regions);
  }

  /** Loads photo and cut-out, again for each better one. */
  async load({ pipeline, status }: TransactionView): Promise<void> {
    const { resized, improved, transformed } = pipeline;
    const cutOut = improved ?? transformed;
    if (status !== 'UPLOADED' || resized === undefined || cutOut === undefined) return;
    const steps = `${resized.id} ${cutOut.id}`;
    if (steps === this.#steps) return;
    this.#steps = steps;
    const signal = this.#signal;
    try {
      const kind = improved === undefined ? 'transformed' : 'improved';
      const [original, transparent] = await Promise.all([
        loadImage(async () => decoded(await getStep(this.#id, 'resized', resized.id, signal)), signal),
        loadImage(async () => decoded(await getStep(this.#id, kind, cutOut.id, signal)), signal),
      ]);
      if (this.#steps !== steps || signal.aborted) return;
      this.#regions = undefined;
      this.#now = { original, cutOut: transparent };
      this.#handlers.onLoaded(this.#now);
      this.#first.resolve(this.#now);
    } catch (error) {
      if (signal.aborted || this.#steps !== steps) return;
      // The next call retries. The picture shown stays, since someone may be drawing on it.
      this.#steps = '';
      if (this.#now === undefined) this.#handlers.onFailure(toFailure(error));
    }
  }
}
