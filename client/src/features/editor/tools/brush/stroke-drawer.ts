import { apply, type Output, type Point } from '@clearcut/scene/geometry';
import type { RegionMap } from '@clearcut/scene/regions';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { BrushStroke } from '../../engine/brush-stroke.ts';
import type { Painter } from '../../engine/painter.ts';
import type { ToolsState } from '../../state/tools.ts';

export interface BrushSetting extends Pick<ToolsState, 'brushMode' | 'brushSize' | 'hardness' | 'magicBrush'> {
  /** CSS pixels of the stage per output pixel. */
  readonly cssPerPixel: number;
}

/** Draws on the canvas while the pointer is down; makes an edit on release. */
export class StrokeDrawer {
  readonly #picture: EditedPicture;
  readonly #painter: Painter;
  #live: { readonly drawn: BrushStroke; readonly setting: BrushSetting; readonly output: Output } | undefined;
  /** Points since the last frame. */
  #waiting: Point[] = [];
  #frame = 0;

  constructor(picture: EditedPicture) {
    this.#picture = picture;
    this.#painter = picture.painter;
  }

  get isDrawing(): boolean {
    return this.#live !== undefined;
  }

  /** @param regions limits of the magic brush; null draws freely */
  begin(at: Point, setting: BrushSetting, regions: RegionMap | null): void {
    const { inputs, view } = this.#picture.getState();
    const { output } = this.#painter.getState();
    if (inputs === undefined || output === undefined) return;
    const imagePixels = Math.hypot(output.toImage.a, output.toImage.b);
    const size = (setting.brushSize / setting.cssPerPixel) * imagePixels;
    const frame = { width: view.width, height: view.height };
    const drawn = new BrushStroke(frame, inputs.cutOut, { size, hardness: setting.hardness }, regions);
    this.#live = { drawn, setting, output };
    this.extend([at]);
  }

  /** @param points output pixels */
  extend(points: readonly Point[]): void {
    if (this.#live === undefined) return;
    const { toImage } = this.#live.output;
    this.#waiting.push(...points.map((point) => apply(toImage, point)));
    // Pointers report more often than the screen refreshes.
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#paint);
  }

  end(): void {
    const live = this.#live;
    this.#paint();
    this.#live = undefined;
    if (live === undefined) return;
    const { drawn, setting } = live;
    const wasTaken = this.#picture.addStroke(
      setting.brushMode,
      { stroke: drawn.stroke, isMagic: setting.magicBrush },
      drawn.mask,
    );
    if (!wasTaken) this.#painter.clearLive();
  }

  cancel(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#waiting = [];
    this.#live = undefined;
    this.#painter.clearLive();
  }

  readonly #paint = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#live === undefined) return;
    const { drawn, setting } = this.#live;
    const start = performance.now();
    const dirty = drawn.extend(this.#waiting);
    this.#waiting = [];
    if (dirty === undefined) return;
    // Restoring shows the photo in which the edge will be refined.
    const mode = setting.brushMode === 'refine' ? 'restore' : setting.brushMode;
    this.#painter.drawLive(mode, drawn.mask, dirty);
    performance.measure('brush', { start });
  };
}
