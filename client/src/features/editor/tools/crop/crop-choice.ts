import { ASPECTS, type Aspect } from '@clearcut/scene/crop-to-subject';
import type { Size } from '@clearcut/scene/raster';
import { MAX_SIDE } from '@clearcut/schemas/constants';
import type { Crop } from '@clearcut/schemas/transaction/scene';
import { Store } from '../../../../lib/store.ts';
import { useStore } from '../../../../lib/useStore.ts';

export const CROP_ASPECTS = ['free', 'original', ...(Object.keys(ASPECTS) as Aspect[])] as const;
export type CropAspect = (typeof CROP_ASPECTS)[number];

export interface CropChoiceState {
  /** Frame pixels; undefined while unchanged from the settings. */
  readonly crop: Crop | undefined;
  readonly aspect: CropAspect;
}

/** Width / height; undefined: any. */
export const ratioOf = (aspect: CropAspect, frame: Size): number | undefined =>
  aspect === 'free' ? undefined : aspect === 'original' ? frame.width / frame.height : ASPECTS[aspect];

/** Largest centred rectangle of that ratio within the crop. */
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

/** A crop in progress; changes nothing in the picture until applied. */
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
