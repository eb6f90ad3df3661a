import type { Point } from '@clearcut/scene/geometry';
import { Store } from '../../../../lib/store.ts';

interface BrushPlaceState {
  /** CSS pixels from the centre of the stage; keys continue from where the pointer left the brush. */
  readonly at: Point;
  readonly isSeen: boolean;
}

/** Position of the brush. Separate from the settings, since it changes with every pointer move. */
class BrushPlace extends Store<BrushPlaceState> {
  constructor() {
    super({ at: { x: 0, y: 0 }, isSeen: false });
  }

  reset(): void {
    this.set({ at: { x: 0, y: 0 }, isSeen: false });
  }

  hide(): void {
    if (this.getState().isSeen) this.set({ isSeen: false });
  }

  moveTo(at: Point, isSeen: boolean): void {
    this.set({ at, isSeen });
  }
}

export const brushPlace = new BrushPlace();
