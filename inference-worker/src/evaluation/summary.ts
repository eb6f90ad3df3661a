import type { ModelIdentity } from '@clearcut/schemas/transaction/events';
import type { Compared } from './evaluate.ts';
import { type MeanScores, meanScores, type Scores } from './scores.ts';

export type PictureScores = Pick<
  Compared['measured'][number],
  'raw' | 'refined' | 'isSubjectFound' | 'previewMs' | 'refineMs'
> & {
  readonly name: string;
};

export interface ModelSummary {
  readonly model: ModelIdentity;
  readonly pictures: number;
  readonly raw: MeanScores;
  readonly refined: MeanScores;
  /** Truth has a subject, model none; and vice versa. */
  readonly subjectsMissed: number;
  readonly subjectsInvented: number;
  /** Medians. */
  readonly previewMs: number;
  readonly refineMs: number;
  /** Worst overlap first. */
  readonly worst: readonly { readonly name: string; readonly iou: number }[];
}

const WORST = 5;

export function summarise(model: ModelIdentity, pictures: readonly PictureScores[]): ModelSummary {
  return {
    model,
    pictures: pictures.length,
    raw: meanScores(pictures.map(({ raw }) => raw)),
    refined: meanScores(pictures.map(({ refined }) => refined)),
    subjectsMissed: pictures.filter(({ isSubjectFound, refined }) => !isSubjectFound && hasSubject(refined)).length,
    subjectsInvented: pictures.filter(({ isSubjectFound, refined }) => isSubjectFound && !hasSubject(refined)).length,
    previewMs: median(pictures.map(({ previewMs }) => previewMs)),
    refineMs: median(pictures.flatMap(({ isSubjectFound, refineMs }) => (isSubjectFound ? [refineMs] : []))),
    worst: pictures
      .map(({ name, refined }) => ({ name, iou: refined.iou }))
      .sort((a, b) => a.iou - b.iou)
      .slice(0, WORST),
  };
}

function hasSubject(scores: Scores): boolean {
  return scores.fCurve !== undefined;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
