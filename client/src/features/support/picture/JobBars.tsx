import type { PictureEvent } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Code } from '../parts/Code.tsx';
import { type Job, jobsOf } from './timeline.ts';
import { useSpanText } from '../parts/useSpanText.ts';

/** Minimum visible width of a bar. */
const MIN_WIDTH = 0.6;
/** Milliseconds; jobs starting this soon after others share their scale. A longer pause would squeeze their bars. */
const NEAR_MS = 5_000;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '22em minmax(0, 1fr)' },
  rowGap: 0.5,
  columnGap: 2.5,
} as const;

/** Jobs as bars from request to answer, each with the same facts as text. */
export function JobBars({ events }: { readonly events: readonly PictureEvent[] }) {
  const { t } = useTranslation('support');
  const { second } = useFormat();
  const stretches = stretchesOf(jobsOf(events));
  if (stretches.length === 0) return <Typography>{t('timeline.noJobs')}</Typography>;
  return stretches.map((jobs) => {
    const from = Math.min(...jobs.map((job) => job.from));
    const to = Math.max(...jobs.map((job) => job.to));
    const begin = new Date(from).toISOString();
    return (
      <Box component="section" key={from} sx={{ marginBlockEnd: 2.5 }}>
        <Typography variant="body2" component="h2" sx={{ color: 'text.secondary', marginBlockEnd: 1 }}>
          <time dateTime={begin}>{second(begin)}</time>
        </Typography>
        <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1.5 }}>
          {jobs.map((job) => (
            <JobBar key={job.answer.id} job={job} from={from} length={Math.max(1, to - from)} />
          ))}
        </Box>
        <Axis length={Math.max(1, to - from)} />
      </Box>
    );
  });
}

/** Times since the first job of the stretch. */
function Axis({ length }: { readonly length: number }) {
  const spanText = useSpanText();
  return (
    <Box aria-hidden sx={{ ...COLUMNS, marginBlockStart: 0.5, color: 'text.secondary' }}>
      <Box sx={{ display: { xs: 'none', md: 'block' } }} />
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          borderBlockStart: '1px solid',
          paddingBlock: 0.25,
          fontSize: 'fine',
        }}
      >
        {TICKS.map((share) => (
          <span key={share}>{spanText(share * length)}</span>
        ))}
      </Box>
    </Box>
  );
}

function stretchesOf(jobs: readonly Job[]): Job[][] {
  const stretches: Job[][] = [];
  for (const job of jobs.toSorted((a, b) => a.from - b.from)) {
    const last = stretches.at(-1);
    const end = Math.max(...(last ?? []).map(({ to }) => to));
    if (last !== undefined && job.from - end < NEAR_MS) last.push(job);
    else stretches.push([job]);
  }
  return stretches;
}

const hasTimes = (job: Job): job is Job & { readonly queuedMs: number; readonly workedMs: number } =>
  job.queuedMs !== null && job.workedMs !== null;

function JobBar({ job, from, length }: { readonly job: Job; readonly from: number; readonly length: number }) {
  const { t } = useTranslation('support-replay');
  const spanText = useSpanText();
  const isSplit = hasTimes(job);
  const began = isSplit ? job.from + job.queuedMs : job.from;
  const ended = isSplit ? began + job.workedMs : job.to;
  const percent = (ms: number): number => (ms / length) * 100;
  return (
    <Box component="li" sx={COLUMNS}>
      <span>
        <Code>{job.request.type}</Code> → <Code>{job.answer.type}</Code>
        {' · '}
        {isSplit
          ? t('waitedWorked', { waited: spanText(job.queuedMs), worked: spanText(job.workedMs) })
          : spanText(job.to - job.from)}
        {job.attempt !== null && job.attempt > 1 && <> · {t('attempt', { number: job.attempt })}</>}
      </span>
      <Box
        component="svg"
        aria-hidden
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        sx={{ width: '100%', height: 18, alignSelf: 'center', '[dir=rtl] &': { scale: '-1 1' } }}
      >
        <Box
          component="rect"
          x="0"
          y="4.500"
          width="100"
          height="1"
          sx={{ fill: ({ vars }) => vars?.palette.divider }}
        />
        {/* Thin: waiting; thick: working. */}
        <Box
          component="rect"
          x={percent(job.from - from)}
          y="3"
          width={percent(began - job.from)}
          height="4"
          sx={{ fill: ({ vars }) => vars?.palette.text.secondary }}
        />
        <Box
          component="rect"
          x={percent(began - from)}
          y="0"
          width={Math.max(MIN_WIDTH, percent(ended - began))}
          height="10"
          sx={{ fill: ({ vars }) => vars?.palette.clearcut.accentText }}
        />
      </Box>
    </Box>
  );
}
