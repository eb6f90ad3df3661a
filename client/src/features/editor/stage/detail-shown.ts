import { Store } from '../../../lib/store.ts';

/** Names the source of the zoomed pixels. */
export type DetailShown = 'none' | 'original' | 'file';

class Shown extends Store<{ readonly shown: DetailShown }> {
  constructor() {
    super({ shown: 'none' });
  }

  show(shown: DetailShown): void {
    if (this.getState().shown !== shown) this.set({ shown });
  }
}

export const detailShown = new Shown();
