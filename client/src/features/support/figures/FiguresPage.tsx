import { tagOf } from '@clearcut/schemas/languages';
import type { DayFigures, SignUpCount } from '@clearcut/schemas/support/figures-http';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { Chart } from '../parts/Chart.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { figuresQuery } from './api.ts';
import { bySource, lastDays, perDay } from './sums.ts';

const SPANS = [30, 90, 365] as const;
const MEASURES = ['pictures', 'saves', 'sold', 'spent'] as const;
/** CSS pixels; longer tables scroll. */
const TABLE_HEIGHT = 480;

/** Daily figures and sources of sign-ups: tables first, each with a chart. */
export function FiguresPage() {
  const { t, i18n } = useTranslation('support-figures');
  const days = new Intl.NumberFormat(tagOf(i18n.language), { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const [chosen, setChosen] = useState<number>(SPANS[0]);
  const query = useQuery(figuresQuery(chosen));
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={chosen}
        aria-label={t('span')}
        onChange={(_event, span: number | null) => span !== null && setChosen(span)}
        sx={{ marginBlockEnd: 2, '& .MuiToggleButton-root': { color: 'text.primary' } }}
      >
        {SPANS.map((span) => (
          <ToggleButton key={span} value={span}>
            {days.format(span)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Waiting query={query}>{(data) => <Figures days={chosen} {...data} />}</Waiting>
    </>
  );
}

interface FiguresProps {
  readonly days: number;
  readonly figures: readonly DayFigures[];
  readonly signUps: readonly SignUpCount[];
}

function Figures({ days: count, figures, signUps }: FiguresProps) {
  const { t } = useTranslation('support-figures');
  const { number, day } = useFormat();
  const [now] = useState(Date.now);
  const days = lastDays(count, now);
  const sources = bySource(days, signUps);
  const columns = MEASURES.map((measure) => ({ measure, values: perDay(days, figures, (one) => one[measure]) }));
  const latest = days.map((one, index) => ({ one, index })).toReversed();
  return (
    <>
      <Part title={t('perDay')}>
        <Box sx={{ maxHeight: TABLE_HEIGHT, overflowY: 'auto' }}>
          <FactTable
            label={t('perDay')}
            heads={[t('day'), ...MEASURES.map((measure) => t(`measures.${measure}`))]}
            rows={[
              { key: 'sum', cells: [t('sum'), ...columns.map(({ values }) => number(sumOf(values)))] },
              ...latest.map(({ one, index }) => ({
                key: one,
                cells: [day(one), ...columns.map(({ values }) => number(values[index] ?? 0))],
              })),
            ]}
          />
        </Box>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
            rowGap: 2.5,
            columnGap: 3.5,
            marginBlockStart: 2.5,
          }}
        >
          {columns.map(({ measure, values }) => (
            <div key={measure}>
              <Box sx={{ fontWeight: 'strong', marginBlockEnd: 1 }}>{t(`measures.${measure}`)}</Box>
              <Box sx={axis}>
                <span>{number(Math.max(0, ...values))}</span>
              </Box>
              <Chart kind="bars" values={values} />
              <Box sx={axis}>
                <span>{day(days[0] ?? '')}</span>
                <span>{day(days.at(-1) ?? '')}</span>
              </Box>
            </div>
          ))}
        </Box>
      </Part>
      <Part title={t('sources')}>
        {sources.length === 0 ? (
          <Typography>{t('none')}</Typography>
        ) : (
          <FactTable
            label={t('sources')}
            heads={[t('source'), t('signUps'), t('course')]}
            rows={sources.map(({ source, sum, values }) => ({
              key: source,
              cells: [
                <bdi key="source">{source}</bdi>,
                number(sum),
                <Box key="course" sx={{ minWidth: 120 }}>
                  <Chart kind="bars" values={values} height={28} />
                </Box>,
              ],
            }))}
          />
        )}
      </Part>
    </>
  );
}

const axis = {
  display: 'flex',
  justifyContent: 'space-between',
  color: 'text.secondary',
  fontSize: 'fine',
  fontVariantNumeric: 'tabular-nums',
} as const;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Sheet sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 }, marginBlockEnd: 2.5 }}>
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {title}
      </Typography>
      {children}
    </Sheet>
  );
}
