import type { Point } from '@clearcut/scene/geometry';
import type { Size } from '@clearcut/scene/raster';
import { keptInStage, zoomedAt } from '../engine/view.ts';
import { listenToPointers } from '../gestures/pointers.ts';
import type { Tool, ToolSession } from '../gestures/tool.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { tools } from '../state/tools.ts';
import { allTools, toolInHand } from '../tools/registry.ts';

/** Passes pointer and key events to the active tool; handles zooming and panning itself. */
export class StageController {
  readonly #picture: EditedPicture;
  readonly #sessions: ReadonlyMap<Tool, ToolSession>;
  #size: Size = { width: 1, height: 1 };
  /** The tool that took the press also gets its end, whatever tool is active then. */
  #working: ToolSession | undefined;
  #afterStroke: (() => void) | undefined;

  constructor(picture: EditedPicture) {
    this.#picture = picture;
    const context = { picture, size: () => this.#size };
    this.#sessions = new Map(allTools.flatMap((tool) => (tool.onStage ? [[tool, tool.onStage(context)]] : [])));
  }

  laidOut(size: Size): void {
    this.#size = size;
    this.#keepView();
  }

  /**
   * Shows the current picture. A change during a stroke (usually the previous stroke's mask) waits until it ends, as it
   * would paint over it.
   */
  paint(show: () => void): void {
    this.#afterStroke = show;
    this.#paintLate();
  }

  #paintLate(): void {
    if (this.#all().some((session) => session.isDrawing?.() === true)) return;
    const show = this.#afterStroke;
    this.#afterStroke = undefined;
    show?.();
  }

  attach(stage: HTMLElement): () => void {
    const stopPointers = listenToPointers(stage, {
      begin: (at, event) => this.#begin(at, event.pointerType === 'touch'),
      move: (points) => this.#working?.move?.(points),
      end: () => this.#finish((session) => session.end?.()),
      cancel: () => this.#finish((session) => session.cancel?.()),
      hover: (at) => this.#notify((session) => session.hover?.(at)),
      pan: (by) => tools.pan(by),
      zoom: (factor, at) => this.#zoom(factor, at),
      isPanning: () => tools.getState().isPanning,
    });
    const controller = new AbortController();
    const options = { signal: controller.signal };
    stage.addEventListener('keydown', (event) => this.#key(event), options);
    stage.addEventListener('blur', () => this.#notify((session) => session.blur?.()), options);
    const follow = () => this.#notify((session) => session.follow?.());
    follow();
    const stopTools = tools.subscribe(() => {
      this.#keepView();
      follow();
    });
    let { inputs } = this.#picture.getState();
    const stopPicture = this.#picture.subscribe(() => {
      const before = inputs;
      ({ inputs } = this.#picture.getState());
      if (inputs !== before) follow();
    });
    return () => {
      stopPointers();
      stopTools();
      stopPicture();
      controller.abort();
      this.#working = undefined;
      this.#notify((session) => session.leave?.());
    };
  }

  #all(): readonly ToolSession[] {
    return [...this.#sessions.values()];
  }

  /** Any call may end a stroke and show the changes that waited. */
  #notify(call: (session: ToolSession) => void): void {
    for (const session of this.#all()) call(session);
    this.#paintLate();
  }

  #inHand(): ToolSession | undefined {
    const tool = toolInHand(tools.getState());
    return tool && this.#sessions.get(tool);
  }

  #begin(at: Point, isTouch: boolean): boolean {
    const { output } = this.#picture.painter.getState();
    const session = this.#inHand();
    if (session === undefined || output === undefined || tools.getState().isComparing) return false;
    this.#working = session;
    session.begin(at, output, isTouch);
    this.#paintLate();
    return true;
  }

  #finish(say: (session: ToolSession) => void): void {
    if (this.#working !== undefined) say(this.#working);
    this.#working = undefined;
    this.#paintLate();
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    this.#inHand()?.key?.(event);
    this.#paintLate();
  }

  #zoom(factor: number, at: Point): void {
    const state = tools.getState();
    if (toolInHand(state)?.keepsFit !== true) tools.setView(zoomedAt(state.view, factor, at));
  }

  #keepView(): void {
    const { output } = this.#picture.painter.getState();
    const { view } = tools.getState();
    if (output === undefined) return;
    const kept = keptInStage(view, this.#size, output);
    if (kept.x !== view.x || kept.y !== view.y) tools.setView(kept);
  }
}
