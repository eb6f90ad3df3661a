import type { Point } from '@clearcut/scene/geometry';
import type { Size } from '@clearcut/scene/raster';
import { TRANSPARENT, type Position } from '@clearcut/schemas/transaction/scene';
import { clamp } from '../../../lib/clamp.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { movedBy } from '../engine/placing.ts';
import type { Painter } from '../engine/painter.ts';
import { fitScale, keptInStage, toPicture, toStage, zoomedAt } from '../engine/view.ts';
import { tools } from '../state/tools.ts';
import { BrushTool } from '../tools/brush/tool.ts';
import { listenToPointers } from '../gestures/pointers.ts';

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What pointer and keys do to the picture on the stage, with the tool that is in hand. */
export class StageController {
  readonly #picture: EditedPicture;
  readonly #painter: Painter;
  readonly #brush: BrushTool;
  #size: Size = { width: 1, height: 1 };
  #ring: HTMLElement | undefined;
  /** The place of the brush, in CSS pixels from the centre of the stage: it can be led by keys too. */
  #at: Point = { x: 0, y: 0 };
  /** The brush was put down by a key. */
  #isDown = false;
  /** The cut-out is being moved: where the pointer is, in pixels of the output, and where the cut-out was. */
  #moving: { readonly at: Point; readonly before: Position } | undefined;
  #afterStroke: (() => void) | undefined;

  constructor(picture: EditedPicture) {
    this.#picture = picture;
    this.#painter = picture.painter;
    this.#brush = new BrushTool(picture);
  }

  laidOut(size: Size): void {
    this.#size = size;
    this.#keepView();
  }

  /**
   * Shows the picture as it is now. What changes it while a stroke is drawn, the mask of the stroke before mostly, waits for the end of
   * the stroke: it would be drawn over.
   */
  paint(show: () => void): void {
    if (this.#brush.isDrawing) this.#afterStroke = show;
    else show();
  }

  #paintLate(): void {
    const show = this.#afterStroke;
    this.#afterStroke = undefined;
    show?.();
  }

  attach(stage: HTMLElement, ring: HTMLElement): () => void {
    this.#ring = ring;
    const stopPointers = listenToPointers(stage, {
      begin: (at, event) => this.#begin(at, event.pointerType === 'touch'),
      move: (points) => this.#move(points),
      end: () => this.#end(),
      cancel: () => this.#cancel(),
      hover: (at) => this.#hover(at),
      pan: (by) => this.#pan(by),
      zoom: (factor, at) => this.#zoom(factor, at),
      isPanning: () => tools.getState().isPanning,
    });
    const controller = new AbortController();
    const options = { signal: controller.signal };
    stage.addEventListener('keydown', (event) => this.#key(event), options);
    stage.addEventListener('blur', () => this.#lift(), options);
    void this.#loadRegions();
    const stopTools = tools.subscribe(() => {
      this.#keepView();
      void this.#loadRegions();
      if (tools.getState().section === 'brush') return;
      this.#hover(undefined);
      // No key would lift it any more, and as long as it is down the picture is not painted.
      this.#lift();
    });
    let { inputs } = this.#picture.getState();
    const stopPicture = this.#picture.subscribe(() => {
      const before = inputs;
      ({ inputs } = this.#picture.getState());
      if (inputs !== before) void this.#loadRegions();
    });
    return () => {
      stopPointers();
      stopTools();
      stopPicture();
      controller.abort();
      // The picture settles a move itself, and has done so if it was closed: taking it back would be one more edit.
      this.#moving = undefined;
      this.#cancel();
    };
  }

  #begin(at: Point, isTouch: boolean): boolean {
    const { section, isPicking, isCropping, isComparing, view } = tools.getState();
    if (isCropping || isComparing) return false;
    const { output } = this.#painter.getState();
    if (output === undefined) return false;
    if (isPicking) {
      this.#pick(at);
      return true;
    }
    if (section === 'brush') {
      if (isTouch) this.#hover(at);
      this.#lift();
      this.#lower(at);
      return true;
    }
    if (section === 'arrange') {
      const { position } = this.#picture.getState().settings;
      this.#moving = { at: toPicture(at, view, this.#size, output), before: position };
      return true;
    }
    return false;
  }

  #move(points: readonly Point[]): void {
    const { output } = this.#painter.getState();
    const { view } = tools.getState();
    const last = points.at(-1);
    if (output === undefined || last === undefined) return;
    const places = points.map((point) => toPicture(point, view, this.#size, output));
    if (this.#brush.isDrawing) {
      this.#hover(last);
      this.#brush.extend(places);
    }
    const to = places.at(-1);
    if (this.#moving === undefined || to === undefined) return;
    const { a, d } = output.toFrame;
    const { at, before } = this.#moving;
    const by = { x: (to.x - at.x) * a, y: (to.y - at.y) * d };
    // What is less than a pixel of the original is kept for the next move.
    if (Math.abs(by.x) < 1 && Math.abs(by.y) < 1) return;
    this.#moving = { at: to, before };
    this.#picture.adjust({ position: movedBy(this.#picture.getState().settings.position, by) });
  }

  #end(): void {
    if (this.#brush.isDrawing) {
      this.#brush.end();
      this.#paintLate();
      void this.#loadRegions();
    }
    if (this.#moving !== undefined) this.#picture.settle();
    this.#moving = undefined;
  }

  #cancel(): void {
    if (this.#brush.isDrawing) this.#brush.cancel();
    this.#paintLate();
    this.#isDown = false;
    // Settled where it was before, it is no edit.
    if (this.#moving !== undefined) this.#picture.adjust({ position: this.#moving.before });
    this.#end();
  }

  #hover(at: Point | undefined): void {
    const ring = this.#ring;
    if (ring === undefined) return;
    const { section, isPanning, isPicking } = tools.getState();
    ring.hidden = at === undefined || section !== 'brush' || isPanning || isPicking;
    if (at === undefined) return;
    this.#at = at;
    ring.style.transform = `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`;
  }

  #lower(at: Point): void {
    const { output } = this.#painter.getState();
    const { view, brushMode, brushSize, hardness, magicBrush } = tools.getState();
    if (output === undefined) return;
    const cssPerPixel = fitScale(this.#size, output) * view.zoom;
    const regions = magicBrush ? this.#picture.getState().regions : null;
    const setting = { brushMode, brushSize, hardness, magicBrush: regions !== null, cssPerPixel };
    this.#brush.begin(toPicture(at, view, this.#size, output), setting, regions);
  }

  /** The brush led by keys: arrows move it, Enter puts it down and lifts it. */
  #key(event: KeyboardEvent): void {
    const step = ARROWS[event.key];
    const { section, brushSize, isCropping } = tools.getState();
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || isCropping) return;
    if (section === 'arrange' && step !== undefined) {
      event.preventDefault();
      const { output } = this.#painter.getState();
      const far = Math.max(1, Math.round((output?.toFrame.a ?? 1) * (event.shiftKey ? 10 : 1)));
      const by = { x: step.x * far, y: step.y * far };
      this.#picture.adjust({ position: movedBy(this.#picture.getState().settings.position, by) });
    }
    if (section !== 'brush') return;
    if (step !== undefined) {
      event.preventDefault();
      const far = event.shiftKey ? 1 : Math.max(2, brushSize / 3);
      const { width, height } = this.#size;
      const at = {
        x: clamp(this.#at.x + step.x * far, -width / 2, width / 2),
        y: clamp(this.#at.y + step.y * far, -height / 2, height / 2),
      };
      this.#hover(at);
      if (this.#isDown) this.#move([at]);
    } else if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      if (this.#isDown) this.#lift();
      else {
        this.#hover(this.#at);
        this.#lower(this.#at);
        this.#isDown = true;
      }
    } else if (event.key === 'Escape' && this.#isDown) this.#cancel();
  }

  #lift(): void {
    if (this.#isDown) this.#end();
    this.#isDown = false;
  }

  #pick(at: Point): void {
    const { output } = this.#painter.getState();
    if (output === undefined) return;
    const color = this.#painter.colourAt(toPicture(at, tools.getState().view, this.#size, output));
    tools.change({ isPicking: false });
    if (color !== undefined) this.#picture.apply({ background: { ...TRANSPARENT, color } });
  }

  #pan(by: Point): void {
    tools.pan(by);
  }

  #zoom(factor: number, at: Point): void {
    if (!tools.getState().isCropping) tools.setView(zoomedAt(tools.getState().view, factor, at));
  }

  #keepView(): void {
    const { output } = this.#painter.getState();
    const { view } = tools.getState();
    if (output === undefined) return;
    const kept = keptInStage(view, this.#size, output);
    if (kept.x !== view.x || kept.y !== view.y) tools.setView(kept);
  }

  async #loadRegions(): Promise<void> {
    if (!tools.getState().magicBrush || this.#picture.getState().regions !== null) return;
    // Without them the magic brush draws freely; a better cut-out, the next stroke or change of the tools asks again.
    await this.#picture.regions().catch(() => undefined);
  }
}

/** Where a pixel of the output is seen, in CSS pixels from the upper left corner of the stage. */
export function seenAt(point: Point, size: Size, output: Size): Point {
  const { x, y } = toStage(point, tools.getState().view, size, output);
  return { x: x + size.width / 2, y: y + size.height / 2 };
}
