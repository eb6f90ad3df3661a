import { EDITOR_DEFAULTS } from '@clearcut/schemas/constants';
import type { MaskMode } from '@clearcut/schemas/transaction/scene';
import type { Point } from '@clearcut/scene/geometry';
import { clamp } from '../../../lib/clamp.ts';
import { Store } from '../../../lib/store.ts';
import { FIT, movedBy, zoomedAt, ZOOM, type View } from '../engine/view.ts';
import { preferences } from './preferences.ts';

/** `save` is a section only on narrow screens; wide ones always show it. */
export const SECTIONS = ['bg', 'brush', 'arrange', 'shadow', 'save'] as const;
export type Section = (typeof SECTIONS)[number];
export const BACKGROUND_TABS = ['photo', 'color', 'blur', 'templates'] as const;
type BackgroundTab = (typeof BACKGROUND_TABS)[number];

/** Diameter in CSS pixels of the stage, so zooming in makes the brush finer. */
export const BRUSH_SIZE = { min: 4, max: 160, factor: 1.2 } as const;

export interface ToolsState {
  readonly section: Section;
  readonly tab: BackgroundTab;
  readonly brushMode: MaskMode;
  readonly brushSize: number;
  readonly hardness: number;
  readonly magicBrush: boolean;
  readonly view: View;
  /** Hand tool, while its key is held. */
  readonly isPanning: boolean;
  /** Shows the original while its button is held. */
  readonly isComparing: boolean;
  readonly isCropping: boolean;
  /** The next click picks a colour. */
  readonly isPicking: boolean;
}

class Tools extends Store<ToolsState> {
  constructor() {
    super({
      section: 'bg',
      tab: 'photo',
      brushMode: 'erase',
      brushSize: EDITOR_DEFAULTS.brushSize,
      hardness: 0.7,
      magicBrush: preferences.getState().magicBrush,
      view: { ...FIT, zoom: EDITOR_DEFAULTS.zoomLevel },
      isPanning: false,
      isComparing: false,
      isCropping: false,
      isPicking: false,
    });
  }

  /** Opening a picture starts here (docs/product.md, Editor). */
  showBackgrounds(): void {
    this.set({ section: 'bg', tab: 'photo', view: FIT, isCropping: false, isPicking: false, isComparing: false });
  }

  showSection(section: Section): void {
    this.set({ section, isCropping: false, isPicking: false });
  }

  showTab(tab: BackgroundTab): void {
    this.set({ section: 'bg', tab, isCropping: false, isPicking: false });
  }

  takeBrush(brushMode: MaskMode): void {
    this.set({ section: 'brush', brushMode, isCropping: false, isPicking: false });
  }

  change(
    change: Partial<Pick<ToolsState, 'hardness' | 'magicBrush' | 'isPanning' | 'isComparing' | 'isPicking'>>,
  ): void {
    this.set(change);
    if (change.magicBrush !== undefined) preferences.change({ magicBrush: change.magicBrush });
  }

  crop(isCropping: boolean): void {
    this.set({ isCropping, section: 'arrange', view: isCropping ? FIT : this.getState().view });
  }

  setBrushSize(size: number): void {
    this.set({ brushSize: Math.round(clamp(size, BRUSH_SIZE.min, BRUSH_SIZE.max)) });
  }

  /** One step of `[` or `]`: at least a pixel. */
  resizeBrush(direction: 1 | -1): void {
    const { brushSize } = this.getState();
    const step = Math.max(1, Math.round(brushSize * (BRUSH_SIZE.factor - 1)));
    this.setBrushSize(brushSize + direction * step);
  }

  setView(view: View): void {
    this.set({ view });
  }

  zoom(direction: 1 | -1, at: Point = { x: 0, y: 0 }): void {
    this.set({ view: zoomedAt(this.getState().view, direction > 0 ? ZOOM.step : 1 / ZOOM.step, at) });
  }

  pan(by: Point): void {
    this.set({ view: movedBy(this.getState().view, by) });
  }

  fit(): void {
    this.set({ view: FIT });
  }
}

export const tools = new Tools();
