import { MIN_BOX_SIDE } from '@clearcut/schemas/constants';
import { clamp } from '../../../lib/clamp.ts';

/** Shares of the picture's sides. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The thing at a place, or everything between two corners. */
export type Mark =
  | { readonly kind: 'point'; readonly at: Place }
  | { readonly kind: 'box'; readonly from: Place; readonly to: Place };

/** Body of `chooseSubject`. */
export type Choice =
  | { readonly roi: readonly [number, number, number, number] }
  | { readonly point: readonly [number, number] }
  | { readonly type: 'auto' };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels that a click may move. */
const CLICK_TRAVEL = 6;

export const inPicture = ({ x, y }: Place): Place => ({ x: clamp(x, 0, 1), y: clamp(y, 0, 1) });

/** Mark made by a press at `from` moved to `to`. `shown`: size in CSS pixels. */
export function markOf(from: Place, to: Place, shown: Size): Mark {
  const travel = Math.hypot((to.x - from.x) * shown.width, (to.y - from.y) * shown.height);
  return travel < CLICK_TRAVEL ? { kind: 'point', at: to } : { kind: 'box', from, to };
}

/** Share of the picture per arrow key. */
const STEP = 0.02;
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
const CENTRE: Place = { x: 0.5, y: 0.5 };

/** Arrows move the mark; with Shift they open a box around it and drag its corner. Undefined for other keys. */
export function markAfterKey(mark: Mark | undefined, key: string, shift: boolean): Mark | undefined {
  const step = ARROWS[key];
  if (step === undefined) return undefined;
  if (mark === undefined) return { kind: 'point', at: CENTRE };
  const moved = ({ x, y }: Place): Place => inPicture({ x: x + step.x, y: y + step.y });
  if (mark.kind === 'point') {
    if (!shift) return { kind: 'point', at: moved(mark.at) };
    const { x, y } = mark.at;
    return { kind: 'box', from: inPicture({ x: x - STEP, y: y - STEP }), to: moved({ x: x + STEP, y: y + STEP }) };
  }
  return { ...mark, from: shift ? mark.from : moved(mark.from), to: moved(mark.to) };
}

/** Upper left and lower right, in shares. */
export function corners({ from, to }: Extract<Mark, { kind: 'box' }>): { start: Place; end: Place } {
  return {
    start: { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) },
    end: { x: Math.max(from.x, to.x), y: Math.max(from.y, to.y) },
  };
}

/** The mark in pixels of the original: a point inside, or a box of at least the server's minimum size. */
export function choiceOf(mark: Mark, picture: Size): Choice {
  if (mark.kind === 'point') {
    const { x, y } = mark.at;
    return { point: [pixel(x, picture.width), pixel(y, picture.height)] };
  }
  const { start, end } = corners(mark);
  const [left, right] = span(start.x, end.x, picture.width);
  const [top, bottom] = span(start.y, end.y, picture.height);
  return { roi: [left, top, right, bottom] };
}

const pixel = (share: number, length: number): number => clamp(Math.floor(share * length), 0, length - 1);

function span(start: number, end: number, length: number): [number, number] {
  const low = Math.round(start * length);
  const high = Math.round(end * length);
  const missing = Math.max(0, Math.min(MIN_BOX_SIDE, length) - (high - low));
  const first = clamp(low - Math.floor(missing / 2), 0, length - (high - low) - missing);
  return [first, first + (high - low) + missing];
}
