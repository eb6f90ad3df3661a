import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';

/** Pictures, saves, credits sold and spent, jobs with milliseconds waited and worked. */
const MEASURES = ['pictures', 'saves', 'sold', 'spent', 'done', 'failed', 'timed', 'waitedMs', 'workedMs'] as const;
export type Measure = (typeof MEASURES)[number];

const JOBS: Readonly<Partial<Record<ClearcutEvent['type'], 'done' | 'failed'>>> = {
  BackgroundRemoved: 'done',
  SubjectNotFound: 'done',
  MatteRefined: 'done',
  RegionsMapped: 'done',
  EdgeRefined: 'done',
  EditRendered: 'done',
  HdSaveCompleted: 'done',
  ExportMade: 'done',
  BackgroundRemovalFailed: 'failed',
  MatteRefinementFailed: 'failed',
  EdgeRefinementFailed: 'failed',
  HdSaveFailed: 'failed',
  ExportFailed: 'failed',
};

export function amountsOf({ event, metadata }: RecordedEvent<ClearcutEvent>): [Measure, number][] {
  const amounts: [Measure, number][] = [];
  const job = JOBS[event.type];
  if (job !== undefined) amounts.push([job, 1]);
  const { work } = metadata;
  if (job !== undefined && work !== undefined) {
    amounts.push(['timed', 1], ['waitedMs', work.queuedMs ?? 0], ['workedMs', work.ms]);
  }
  if (event.type === 'ImageUploaded') amounts.push(['pictures', 1]);
  if (event.type === 'HdSaveCompleted') amounts.push(['saves', 1]);
  if (event.type === 'CreditsGranted' && (event.data.cause.kind === 'payment' || event.data.cause.kind === 'pack'))
    amounts.push(['sold', event.data.credits]);
  if (event.type === 'CreditsSpent') amounts.push(['spent', event.data.credits]);
  if (event.type === 'CreditsRefunded') amounts.push(['spent', -event.data.credits]);
  return amounts;
}

/** 2026-01-31T12:00:00.000Z */
export const hourOf = ({ metadata: { occurredAt } }: RecordedEvent<ClearcutEvent>): string =>
  `${occurredAt.slice(0, 13)}:00:00.000Z`;
