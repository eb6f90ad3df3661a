import type { Point } from '@clearcut/scene/geometry';

/** What the pointers over the stage do. Places are CSS pixels from the centre of the stage. */
export interface PointerHandlers {
  /** A press that could begin something; false when there is nothing to begin, and the picture is moved about instead. */
  readonly begin: (at: Point, event: PointerEvent) => boolean;
  readonly move: (points: readonly Point[], event: PointerEvent) => void;
  readonly end: () => void;
  /** What was begun was meant otherwise: a second finger came. */
  readonly cancel: () => void;
  /** Where the pointer is without being pressed; undefined when it is not over the stage. */
  readonly hover: (at: Point | undefined) => void;
  readonly pan: (by: Point) => void;
  readonly zoom: (factor: number, at: Point) => void;
  /** Whether a press moves the picture about, whatever else is in hand. */
  readonly isPanning: () => boolean;
}

/** Wheel steps differ by browser and by device; this is how far a usual notch zooms. */
const WHEEL = 0.0018;

/**
 * One finger or the mouse works, two fingers move the picture about and zoom, and so do the wheel and the middle button.
 * @returns takes the listeners away
 */
export function listenToPointers(stage: HTMLElement, handlers: PointerHandlers): () => void {
  const pressed = new Map<number, Point>();
  let doing: 'nothing' | 'tool' | 'pan' | 'pinch' = 'nothing';
  /** The pen that is pressed. The hand that holds it rests on the screen, and is no finger then. */
  let pen: number | undefined;
  const controller = new AbortController();
  const { signal } = controller;

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  /** Middle of two fingers, and how far apart they are. */
  const grip = (): { at: Point; span: number } => {
    const [a, b] = [...pressed.values()];
    if (a === undefined || b === undefined) return { at: { x: 0, y: 0 }, span: 1 };
    return { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, span: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  };

  const down = (event: PointerEvent) => {
    // Handles that lie over the picture are pressed themselves.
    if (event.target instanceof Element && event.target.closest('[data-handle]') !== null) return;
    if (event.button > 1 || pen !== undefined) return;
    if (event.pointerType === 'pen') {
      pen = event.pointerId;
      if (doing === 'tool') handlers.cancel();
      pressed.clear();
    }
    stage.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, placeOf(event));
    if (pressed.size === 2) {
      if (doing === 'tool') handlers.cancel();
      doing = 'pinch';
    } else if (pressed.size === 1) {
      const isTool = event.button === 0 && !handlers.isPanning() && handlers.begin(placeOf(event), event);
      doing = isTool ? 'tool' : 'pan';
    }
    if (event.button === 1) event.preventDefault();
  };

  const move = (event: PointerEvent) => {
    const at = placeOf(event);
    if (event.pointerType !== 'touch') handlers.hover(at);
    const before = pressed.get(event.pointerId);
    if (before === undefined) return;
    if (doing === 'tool') {
      // Safari before 18.2 does not know it, whatever the types say, and without the places between a stroke is still one.
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
    // The finger that stays down after two were there does not begin to draw.
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
