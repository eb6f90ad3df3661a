import type { Point } from '@clearcut/scene/geometry';
import { Store } from '../../../../lib/store.ts';

interface BrushPlaceState {
  /** CSS pixels from the centre of the stage; keys continue from where the pointer left the brush. */
  readonly at: Point;
  readonly isSeen: boolean;
  /** A stroke is being drawn. */
  readonly isDown: boolean;
}

/** Position of the brush. Separate from the settings, since it changes with every pointer move. */
class BrushPlace extends Store<BrushPlaceState> {
  constructor() {
    super({ at: { x: 0, y: 0 }, isSeen: false, isDown: false });
  }

  reset(): void {
    this.set({ at: { x: 0, y: 0 }, isSeen: false, isDown: false });
  }

  hide(): void {
    if (this.getState().isSeen) this.set({ isSeen: false });
  }

  lower(isDown: boolean): void {
    if (this.getState().isDown !== isDown) this.set({ isDown });
  }

  moveTo(at: Point, isSeen: boolean): void {
    this.set({ at, isSeen });
  }
}

export const brushPlace = new BrushPlace();
