import type { Point } from '@clearcut/scene/geometry';

export interface PointerHandlers {
  /** False when there is nothing to begin; the press then pans. */
  readonly begin: (at: Point, event: PointerEvent) => boolean;
  readonly move: (points: readonly Point[], event: PointerEvent) => void;
  readonly end: () => void;
  readonly cancel: () => void;
  /** Position of an unpressed pointer; undefined outside the stage. */
  readonly hover: (at: Point | undefined) => void;
  readonly pan: (by: Point) => void;
  readonly zoom: (factor: number, at: Point) => void;
  /** A press pans, whatever tool is active. */
  readonly isPanning: () => boolean;
}

/** Zoom per wheel unit, tuned to a usual notch; wheels differ by browser and device. */
const WHEEL = 0.0018;

/** A pinch's fingers land together: one that lands later beside a stroke is a palm or a slip, and must not cost it. */
const YOUNG_MS = 250;
/** CSS pixels. A finger that has not moved has drawn nothing that a pinch could cost. */
const STILL = 12;

/**
 * One finger or the mouse uses the tool; two fingers, the wheel and the middle button pan and zoom.
 * @returns removes the listeners
 */
export function listenToPointers(stage: HTMLElement, handlers: PointerHandlers): () => void {
  const pressed = new Map<number, Point>();
  let doing: 'nothing' | 'tool' | 'pan' | 'pinch' = 'nothing';
  /** The pressed pen; the hand resting on the screen then does not count as a finger. */
  let pen: number | undefined;
  /** Where and when the tool began, and how far it went from there. */
  let begun = { at: { x: 0, y: 0 }, time: 0, far: 0 };
  const controller = new AbortController();
  const { signal } = controller;

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const grip = (): { at: Point; span: number } => {
    const [a, b] = [...pressed.values()];
    if (a === undefined || b === undefined) return { at: { x: 0, y: 0 }, span: 1 };
    return { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, span: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  };

  const down = (event: PointerEvent) => {
    // Handles over the picture take their own presses.
    if (event.target instanceof Element && event.target.closest('[data-handle]') !== null) return;
    if (event.button > 1 || pen !== undefined) return;
    if (event.pointerType === 'pen') {
      pen = event.pointerId;
      if (doing === 'tool') handlers.cancel();
      pressed.clear();
    } else if (doing === 'tool' && event.timeStamp - begun.time > YOUNG_MS && begun.far > STILL) return;
    stage.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, placeOf(event));
    if (pressed.size === 2) {
      if (doing === 'tool') handlers.cancel();
      doing = 'pinch';
    } else if (pressed.size === 1) {
      const at = placeOf(event);
      begun = { at, time: event.timeStamp, far: 0 };
      const isTool = event.button === 0 && !handlers.isPanning() && handlers.begin(at, event);
      doing = isTool ? 'tool' : 'pan';
    }
    if (event.button === 1) event.preventDefault();
  };

  const move = (event: PointerEvent) => {
    const at = placeOf(event);
    if (event.pointerType !== 'touch') handlers.hover(at);
    const before = pressed.get(event.pointerId);
    if (before === undefined) return;
    // The button was released over a native dialog or another window, which sends no event.
    if (event.pointerType === 'mouse' && event.buttons === 0) return release(event);
    if (doing === 'tool') {
      begun.far = Math.max(begun.far, Math.hypot(at.x - begun.at.x, at.y - begun.at.y));
      // Missing in Safari before 18.2, despite the types; a stroke works without the intermediate points.
      const parts = event.getCoalescedEvents?.() ?? [];
      handlers.move(parts.length === 0 ? [at] : parts.map(placeOf), event);
    } else if (doing === 'pan') {
      handlers.pan({ x: at.x - before.x, y: at.y - before.y });
    } else if (doing === 'pinch' && pressed.size === 2) {
      const from = grip();
      pressed.set(event.pointerId, at);
      const to = grip();
      handlers.pan({ x: to.at.x - from.at.x, y: to.at.y - from.at.y });
      handlers.zoom(to.span / from.span, to.at);
    }
    pressed.set(event.pointerId, at);
  };

  const release = (event: PointerEvent) => {
    if (!pressed.delete(event.pointerId)) return;
    if (event.pointerId === pen) pen = undefined;
    if (doing === 'tool') {
      if (event.type === 'pointercancel') handlers.cancel();
      else handlers.end();
      doing = 'nothing';
    }
    // The remaining finger of a pinch does not start drawing.
    if (pressed.size === 0) doing = 'nothing';
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    handlers.zoom(Math.exp(-event.deltaY * WHEEL * (event.ctrlKey ? 4 : 1)), placeOf(event));
  };

  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', move, { signal });
  stage.addEventListener('pointerup', release, { signal });
  stage.addEventListener('pointercancel', release, { signal });
  stage.addEventListener('pointerleave', () => handlers.hover(undefined), { signal });
  stage.addEventListener('wheel', wheel, { signal, passive: false });
  return () => controller.abort();
}
