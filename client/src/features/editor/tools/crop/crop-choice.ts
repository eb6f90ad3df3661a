import { ASPECTS, type Aspect } from '@clearcut/scene/crop-to-subject';
import type { Size } from '@clearcut/scene/raster';
import { MAX_SIDE } from '@clearcut/schemas/constants';
import type { Crop } from '@clearcut/schemas/transaction/scene';
import { Store } from '../../../../lib/store.ts';
import { useStore } from '../../../../lib/useStore.ts';

export const CROP_ASPECTS = ['free', 'original', ...(Object.keys(ASPECTS) as Aspect[])] as const;
export type CropAspect = (typeof CROP_ASPECTS)[number];

export interface CropChoiceState {
  /** What is being chosen, in frame pixels; undefined while it is still what the settings say. */
  readonly crop: Crop | undefined;
  readonly aspect: CropAspect;
}

/** Width to height; undefined when any will do. */
export const ratioOf = (aspect: CropAspect, frame: Size): number | undefined =>
  aspect === 'free' ? undefined : aspect === 'original' ? frame.width / frame.height : ASPECTS[aspect];

/** The largest rectangle of that shape within `within`, about its middle. */
export function shaped({ x, y, width, height }: Crop, ratio: number): Crop {
  const wide = Math.min(width, height * ratio);
  const high = Math.min(height, width / ratio);
  return {
    x: Math.round(x + (width - wide) / 2),
    y: Math.round(y + (height - high) / 2),
    width: Math.max(1, Math.min(MAX_SIDE, Math.round(wide))),
    height: Math.max(1, Math.min(MAX_SIDE, Math.round(high))),
  };
}

/** The crop while it is chosen; nothing of it is part of the picture before it is applied. */
class CropChoice extends Store<CropChoiceState> {
  constructor() {
    super({ crop: undefined, aspect: 'free' });
  }

  begin(): void {
    this.set({ crop: undefined, aspect: 'free' });
  }

  setCrop(crop: Crop): void {
    this.set({ crop });
  }

  setAspect(aspect: CropAspect, crop: Crop): void {
    this.set({ aspect, crop });
  }
}

export const cropChoice = new CropChoice();

export const useCropChoice = (): CropChoiceState => useStore(cropChoice);
