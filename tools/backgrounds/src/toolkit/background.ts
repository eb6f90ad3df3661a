import type { Finish } from './finish.ts';
import type { Picture } from './picture.ts';

/** How one stock background is made. */
export interface Background {
  readonly paint: (picture: Picture) => void;
  readonly finish?: Finish;
  /** Of the WEBP. Textures bear less than the default, which keeps the grain of a gradient. */
  readonly quality?: number;
}
