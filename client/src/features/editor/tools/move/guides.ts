import { NO_GUIDES, type Guides } from '../../engine/snapping.ts';
import { Store } from '../../../../lib/store.ts';

class MoveGuides extends Store<Guides> {
  constructor() {
    super(NO_GUIDES);
  }

  show({ x, y }: Guides): void {
    const before = this.getState();
    if (before.x !== x || before.y !== y) this.replace({ x, y });
  }
}

export const moveGuides = new MoveGuides();
