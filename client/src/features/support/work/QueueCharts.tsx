import type { WorkHistory } from '@clearcut/schemas/support/figures-http';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../lib/durations.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { Chart } from '../parts/Chart.tsx';
import { Code } from '../parts/Code.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { useSpanText } from '../parts/useSpanText.ts';
import { historyQuery } from './api.ts';

const PADDING = { xs: '16px 20px', md: '20px 28px' } as const;
/** Rows of hours. */
const LISTED = 12;

export function QueueCharts() {
  const query = useQuery(historyQuery);
  return <Waiting query={query}>{(history) => <History history={history} />}</Waiting>;
}

const HOURS = 24;

/** Jobs per hour up to the latest with any; 0 without any. */
function perHour(jobs: WorkHistory['jobs']): number[] {
  const byHour = new Map(jobs.map(({ hour, done, failed }) => [Date.parse(hour), done + failed]));
  const latest = Math.max(...byHour.keys());
  return Array.from({ length: HOURS }, (_, index) => byHour.get(latest - (HOURS - 1 - index) * HOUR_MS) ?? 0);
}

function History({ history: { queues, jobs } }: { readonly history: WorkHistory }) {
  const { t } = useTranslation('support-figures');
  const { number, moment } = useFormat();
  const spanText = useSpanText();
  return (
    <>
      <Sheet sx={{ padding: PADDING, marginBlockEnd: 2.5 }}>
        <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1.5 }}>
          {t('history.queues')}
        </Typography>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
            rowGap: 2.5,
            columnGap: 3.5,
          }}
        >
          {queues.map(({ topic, points }) => (
            <div key={topic}>
              <Code>{topic}</Code>
              <Box sx={{ color: 'text.secondary', fontSize: 'small', marginBlockEnd: 1 }}>
                {t('history.most', { number: number(Math.max(0, ...points.map(({ waiting }) => waiting))) })}
              </Box>
              <Chart kind="line" values={points.map(({ waiting }) => waiting)} />
            </div>
          ))}
        </Box>
      </Sheet>
      <Sheet sx={{ padding: PADDING, marginBlockEnd: 2.5 }}>
        <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
          {t('history.jobs')}
        </Typography>
        {jobs.length === 0 ? (
          <Typography>{t('history.none')}</Typography>
        ) : (
          <>
            <FactTable
              label={t('history.jobs')}
              heads={[
                t('history.hour'),
                t('history.done'),
                t('history.failed'),
                t('history.waited'),
                t('history.worked'),
              ]}
              rows={jobs
                .toReversed()
                .slice(0, LISTED)
                .map(({ hour, done, failed, waitedMs, workedMs }) => ({
                  key: hour,
                  cells: [
                    moment(hour),
                    number(done),
                    number(failed),
                    waitedMs === null ? '–' : spanText(waitedMs),
                    workedMs === null ? '–' : spanText(workedMs),
                  ],
                }))}
            />
            <Chart kind="bars" values={perHour(jobs)} />
          </>
        )}
      </Sheet>
    </>
  );
}
