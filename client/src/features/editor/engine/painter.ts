import { backdropLayer } from '@clearcut/scene/backdrop';
import { composeLayers, layersOf, subjectLayer } from '@clearcut/scene/compose';
import { apply, outputOf, type Matrix, type Output, type Point } from '@clearcut/scene/geometry';
import { previewScale } from '@clearcut/schemas/transaction/scene/scales';
import type { Layer, Scene } from '@clearcut/scene/layer';
import {
  intersection,
  outwards,
  wholeOf,
  type Mask,
  type OwnPixels,
  type Rect,
  type Size,
} from '@clearcut/scene/raster';
import type { SceneSettings, StrokeMode } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { CutOutLayer, type Applied } from './cut-out-layer.ts';
import { Store } from '../../../lib/store.ts';

/** The picture, the area a crop can choose from, or the original photo. */
export type Showing = 'picture' | 'uncropped' | 'original';

export interface Shown {
  readonly frame: Size;
  readonly original: OwnPixels;
  readonly cutOut: OwnPixels;
  readonly strokes: readonly Applied[];
  readonly settings: SceneSettings;
  /** Picture behind the cut-out, if the settings name one; null while loading. */
  readonly background: OwnPixels | null;
  readonly showing: Showing;
}

export interface PainterState {
  /** Size and location of what is shown; undefined before the first picture. */
  readonly output: Output | undefined;
}

export interface Parts {
  readonly behind: OwnPixels;
  readonly subject: OwnPixels;
}

interface Painted {
  readonly settings: string;
  readonly background: OwnPixels | null;
  readonly scene: Scene;
  readonly layers: readonly (Layer | null)[];
}

/**
 * Draws at one canvas pixel per preview pixel, with the same functions that make the HD file. Skips pixels that a
 * stroke cannot have touched.
 */
export class Painter extends Store<PainterState> {
  #canvas: HTMLCanvasElement | undefined;
  #layer: CutOutLayer | undefined;
  #source: Pick<Shown, 'original' | 'cutOut'> | undefined;
  #painted: Painted | undefined;
  readonly #followers = new Set<() => void>();

  constructor() {
    super({ output: undefined });
  }

  /** With its strokes, for measuring. */
  get cutOut(): OwnPixels | undefined {
    return this.#layer?.pixels;
  }

  drawOn(canvas: HTMLCanvasElement): void {
    this.#canvas = canvas;
    this.#painted = undefined;
  }

  show(shown: Shown): void {
    const { frame, original, cutOut, strokes, background } = shown;
    if (this.#layer === undefined || this.#source?.original !== original || this.#source.cutOut !== cutOut) {
      this.#layer = new CutOutLayer(frame, { original, cutOut });
      this.#source = { original, cutOut };
      this.#painted = undefined;
    }
    const dirty = this.#layer.setStrokes(strokes);
    const settings = settingsFor(shown);
    const text = `${shown.showing} ${JSON.stringify(settings)}`;
    const before = this.#painted;
    if (before !== undefined && before.settings === text && before.background === background) {
      if (dirty.width > 0) this.#repaint(dirty, before);
      return;
    }
    const scale = previewScale(settings.position, frame);
    const subject = shown.showing === 'original' ? original : this.#layer.pixels;
    const scene: Scene = { frame, settings, scale, cutOut: subject, original, background };
    this.#painted = { settings: text, background, scene, layers: layersOf(scene) };
    const output = outputOf(settings.position, frame, scale);
    const whole = composeLayers(this.#painted.layers, output);
    if (this.#canvas !== undefined && this.#canvas.width !== whole.width) this.#canvas.width = whole.width;
    if (this.#canvas !== undefined && this.#canvas.height !== whole.height) this.#canvas.height = whole.height;
    this.#put(whole, { x: 0, y: 0 });
    this.set({ output });
  }

  /**
   * Draws a stroke in progress. Shadow and blur follow at the end, since they may change far from it.
   * @param within new preview pixels
   */
  drawLive(mode: StrokeMode, mask: Mask, within: Rect): void {
    const { scene, layers = [] } = this.#painted ?? {};
    if (this.#layer === undefined || scene === undefined) return;
    this.#layer.drawLive(mode, mask, within);
    const [backdrop = null, shadow = null] = layers;
    this.#paintWithin(within, scene, [backdrop, shadow, subjectLayer(scene)]);
  }

  clearLive(): void {
    if (this.#layer === undefined || this.#painted === undefined) return;
    this.#layer.clearLive();
    this.#repaint(wholeOf(this.#layer.pixels), this.#painted);
  }

  /** Calls `follow` after each change of pixels, a stroke in progress included. @returns stops it */
  onPixels(follow: () => void): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }

  /** Renders at the preview's scale: the cut-out alone, and the layers behind it. */
  parts(): Parts | undefined {
    const { output } = this.getState();
    if (this.#painted === undefined || output === undefined) return undefined;
    const { scene, layers } = this.#painted;
    const [backdrop = null, shadow = null] = layers;
    return {
      behind: composeLayers([backdrop, shadow], output),
      subject: composeLayers([subjectLayer(scene)], output),
    };
  }

  /** Undefined where transparent. */
  colourAt({ x, y }: Point): string | undefined {
    const context = this.#canvas?.getContext('2d', { willReadFrequently: true });
    const [red = 0, green = 0, blue = 0, alpha = 0] =
      context?.getImageData(Math.floor(x), Math.floor(y), 1, 1).data ?? [];
    if (alpha < 128) return undefined;
    return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  }

  #repaint(dirty: Rect, painted: Painted): void {
    const { scene, layers } = painted;
    const { background, shadow } = scene.settings;
    const [backdrop = null] = layers;
    // Blur excludes the subject and a shadow follows it: both change with it and around it.
    if (shadow !== null || background.blur > 0) {
      const behind = background.blur > 0 ? backdropLayer(scene) : backdrop;
      const [, cast = null, subject = null] = layersOf({
        ...scene,
        settings: { ...scene.settings, background: TRANSPARENT },
      });
      this.#painted = { ...painted, layers: [behind, cast, subject] };
      const { output } = this.getState();
      if (output !== undefined) this.#put(composeLayers([behind, cast, subject], output), { x: 0, y: 0 });
      return;
    }
    this.#paintWithin(dirty, scene, [backdrop, null, subjectLayer(scene)]);
  }

  /** `rect`: cut-out pixels. */
  #paintWithin(rect: Rect, { frame, cutOut }: Scene, layers: readonly (Layer | null)[]): void {
    const { output } = this.getState();
    if (output === undefined) return;
    const across = frame.width / cutOut.width;
    const down = frame.height / cutOut.height;
    const image = { x: rect.x * across, y: rect.y * down, width: rect.width * across, height: rect.height * down };
    const region = intersection(grown(mapped(output.fromImage, image)), wholeOf(output));
    if (region.width === 0 || region.height === 0) return;
    this.#put(composeLayers(layers, output, region), region);
  }

  #put({ data, width }: OwnPixels, { x, y }: Point): void {
    const context = this.#canvas?.getContext('2d', { willReadFrequently: true });
    context?.putImageData(new ImageData(data, width), x, y);
    for (const follow of this.#followers) follow();
  }
}

function settingsFor({ settings, showing, frame }: Shown): SceneSettings {
  switch (showing) {
    case 'picture':
      return settings;
    case 'uncropped':
      return { ...settings, position: { ...settings.position, crop: cropGround(frame, settings) } };
    case 'original':
      // At the cut-out's position, so that both views match.
      return { background: TRANSPARENT, position: settings.position, shadow: null };
  }
}

/** Frame pixels: the frame and any part of the present crop beyond it. */
export function cropGround(frame: Size, { position: { crop } }: Pick<SceneSettings, 'position'>): Rect {
  if (crop === null) return wholeOf(frame);
  const left = Math.min(0, crop.x);
  const top = Math.min(0, crop.y);
  const right = Math.max(frame.width, crop.x + crop.width);
  const bottom = Math.max(frame.height, crop.y + crop.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Smallest upright rectangle around a transformed one. */
function mapped(matrix: Matrix, { x, y, width, height }: Rect): Rect {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => apply(matrix, corner));
  const left = Math.min(...corners.map((corner) => corner.x));
  const top = Math.min(...corners.map((corner) => corner.y));
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map((corner) => corner.x)) - left,
    height: Math.max(...corners.map((corner) => corner.y)) - top,
  };
}

/** A pixel wider on each side, since interpolation reads neighbours. */
function grown(rect: Rect): Rect {
  const { x, y, width, height } = outwards(rect);
  return { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
}
