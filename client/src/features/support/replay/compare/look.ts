import { clamp } from '../../../../lib/clamp.ts';
import type { Look, Size } from './Pane.tsx';

/** Share of a side per key, divided by the scale. */
const KEY_STEP = 0.1;

const within = (look: Look): Look => ({ ...look, x: clamp(look.x, 0, 1), y: clamp(look.y, 0, 1) });

/** `right`, `down`: CSS pixels. */
export function afterDrag(look: Look, size: Size | undefined, right: number, down: number): Look {
  if (look.scale === null || size === undefined) return look;
  return within({
    ...look,
    x: look.x - right / (size.width * look.scale),
    y: look.y - down / (size.height * look.scale),
  });
}

/** Undefined for keys other than arrows, and when the whole picture is visible. */
export function afterKey(look: Look, key: string): Look | undefined {
  if (look.scale === null) return undefined;
  const step = KEY_STEP / look.scale;
  const moved = MOVES[key];
  return moved === undefined
    ? undefined
    : within({ ...look, x: look.x + moved[0] * step, y: look.y + moved[1] * step });
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
