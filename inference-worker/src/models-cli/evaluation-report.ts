import type { Answer } from '@clearcut/platform/cli/command';
import type { Skipped } from '../evaluation/pairs.ts';
import type { MeanScores } from '../evaluation/scores.ts';
import type { ModelSummary, PictureScores } from '../evaluation/summary.ts';
import { table } from './text.ts';

export interface Report {
  readonly images: string;
  readonly masks: string;
  readonly sheet: string | undefined;
  readonly skipped: readonly Skipped[];
  readonly summaries: readonly ModelSummary[];
  readonly scores: readonly (readonly PictureScores[])[];
}

const measures: readonly { readonly label: string; readonly key: keyof MeanScores; readonly better: '+' | '-' }[] = [
  { label: 'IoU at one half', key: 'iou', better: '+' },
  { label: 'mean absolute error', key: 'mae', better: '-' },
  { label: 'F, best threshold', key: 'fMax', better: '+' },
  { label: 'F, mean', key: 'fMean', better: '+' },
  { label: 'S-measure', key: 'structure', better: '+' },
  { label: 'boundary error', key: 'boundary', better: '-' },
  { label: 'hole recall', key: 'holeRecall', better: '+' },
];

export function report(evaluation: Report): Answer {
  const { images, masks, sheet, skipped, summaries, scores } = evaluation;
  const rows = [
    ['', ...summaries.flatMap(({ model }) => [model.name, ''])],
    ['', ...summaries.flatMap(() => ['raw', 'refined'])],
    ...measures.map(({ label, key, better }) => [
      `${label} (${better})`,
      ...summaries.flatMap(({ raw, refined }) => [score(raw[key]), score(refined[key])]),
    ]),
    [
      'ms a picture, median',
      ...summaries.flatMap(({ previewMs, refineMs }) => [whole(previewMs), `+ ${whole(refineMs)}`]),
    ],
    ['subject not found', ...summaries.flatMap(({ subjectsMissed }) => [String(subjectsMissed), ''])],
    ['subject in an empty picture', ...summaries.flatMap(({ subjectsInvented }) => [String(subjectsInvented), ''])],
  ];
  const lines = [
    `${summaries[0]?.pictures ?? 0} pictures of ${images}, truth in ${masks}. (+): more is better, (-): less is.`,
    '',
    table(rows),
    '',
    ...summaries.map(
      ({ model, worst }) =>
        `Worst of ${model.name}: ${worst.map(({ name, iou }) => `${name} (${score(iou)})`).join(', ')}`,
    ),
    ...skipped.map(({ name, reason }) => `Left out: ${name} ${reason}`),
    ...(sheet === undefined ? [] : [`Contact sheet, the worst first: ${sheet}`]),
  ];
  const json = {
    images,
    masks,
    sheet,
    skipped,
    models: summaries.map((summary, i) => ({ ...summary, scores: scores[i]?.map(withoutCurves) })),
  };
  return { text: lines.join('\n'), json };
}

/** Curves are most of the bytes, and unread. */
function withoutCurves({ raw, refined, ...rest }: PictureScores) {
  const { fCurve: _raw, ...rawScores } = raw;
  const { fCurve: _refined, ...refinedScores } = refined;
  return { ...rest, raw: rawScores, refined: refinedScores };
}

function score(value: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(4);
}

function whole(value: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(0);
}
