import type { Renderer } from './picture.ts';

/**
 * What composes pictures, in the browser and in the worker alike: `scene/`, and the colours of the cut-out that it composes. A change
 * that changes a pixel is another version. It is no part of what a user pays for: see `pictureStateOf`.
 */
export const RENDERER = { name: 'clearcut-scene', version: 2 } as const satisfies Renderer;
