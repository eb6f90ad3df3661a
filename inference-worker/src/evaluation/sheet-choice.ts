import { contactSheet, makeStrip, type Strip } from './contact-sheet.ts';
import type { Compared } from './evaluate.ts';
import { evenly, type Pair } from './pairs.ts';

/** Some viewers fail to open larger sheets. */
const EVENLY_SPACED_COUNT = 40;
const WORST_COUNT = 20;

export interface Sheet {
  add(compared: Compared): Promise<void>;
  /** PNG, worst first. */
  finish(): Promise<Uint8Array>;
}

export function createSheet(pairs: readonly Pair[], models: readonly string[]): Sheet {
  const always = new Set(
    evenly(pairs, pairs.length > EVENLY_SPACED_COUNT + WORST_COUNT ? EVENLY_SPACED_COUNT : pairs.length),
  );
  const strips: Strip[] = [];
  let worst: Strip[] = [];
  return {
    async add(compared) {
      const iou = Math.min(...compared.measured.map(({ refined }) => refined.iou));
      if (always.has(compared.pair)) {
        strips.push(await makeStrip(compared, models));
      } else if (worst.length < WORST_COUNT || iou < worst.at(-1)!.iou) {
        worst.push(await makeStrip(compared, models));
        worst = worst.sort((a, b) => a.iou - b.iou).slice(0, WORST_COUNT);
      }
    },
    finish: () => contactSheet([...strips, ...worst]),
  };
}
