import { EDITOR_DEFAULTS } from '@clearcut/schemas/constants';
import type { Background } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';

/** Preview pixels around the subject; the default. */
const DEFAULT_BLUR_WIDTH = 6;

/**
 * A colour clears picture and blur, a picture turns the blur off (docs/product.md, Editor): each starts a new block.
 */
export const withColour = (color: string): Background => ({ ...TRANSPARENT, color });
export const withPicture = (id: string): Background => ({ ...TRANSPARENT, id });
export const withPhoto = (): Background => ({ ...TRANSPARENT, base: true });

/** Keeps the previous blur strength, else the default. */
export const withBlur = (
  before: Background,
  change: Partial<Pick<Background, 'blur' | 'blurWidth'>> = {},
): Background => ({
  ...TRANSPARENT,
  base: true,
  blur: before.base && before.blur > 0 ? before.blur : EDITOR_DEFAULTS.blur,
  blurWidth: before.base && before.blur > 0 ? before.blurWidth : DEFAULT_BLUR_WIDTH,
  ...change,
});
