import type { Finish } from './finish.ts';
import type { Picture } from './picture.ts';

export interface Background {
  readonly paint: (picture: Picture) => void;
  readonly finish?: Finish;
  /** WEBP quality. Textures need less than the default, which preserves a gradient's grain. */
  readonly quality?: number;
}
