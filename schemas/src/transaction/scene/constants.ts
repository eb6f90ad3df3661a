import type { Renderer } from '../picture.ts';
import type { Background, Position, SceneSettings } from '../scene.ts';

// Apart from the schemas: pixel threads must not load the validator, which takes 4 MB of each heap.

export const TRANSPARENT: Background = { color: null, id: null, base: false, blur: 0, blurWidth: 0 };
export const DEFAULT_POSITION: Position = {
  angle: 0,
  origin: { x: 0.5, y: 0.5 },
  scale: 1,
  coords: { x: 0, y: 0 },
  crop: null,
};
export const DEFAULT_SETTINGS: SceneSettings = { background: TRANSPARENT, position: DEFAULT_POSITION, shadow: null };

/** Raise when a change alters any pixel. Not part of what a user pays for: see `pictureStateOf`. */
export const RENDERER = { name: 'clearcut-scene', version: 3 } as const satisfies Renderer;
