import { EDITOR_DEFAULTS } from '@clearcut/schemas/constants';
import type { Background } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';

/** How far around the subject a blur begins, in preview pixels, unless a person says otherwise. */
const DEFAULT_BLUR_WIDTH = 6;

/** Choosing a colour clears the picture and the blur, choosing a picture turns the blur off (docs/product.md, Editor): each is a new block. */
export const withColour = (color: string): Background => ({ ...TRANSPARENT, color });
export const withPicture = (id: string): Background => ({ ...TRANSPARENT, id });
export const withPhoto = (): Background => ({ ...TRANSPARENT, base: true });

/** The photo behind its subject, blurred as strongly as it was before, or as it is at first. */
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
