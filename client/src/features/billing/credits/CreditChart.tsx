import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useMoney } from '../payments/data/useMoney.ts';
import { type ChartDay, stepPath } from './chart.ts';

export interface CreditChartProps {
  readonly days: readonly ChartDay[];
  /** Days of the whole period, including future ones. */
  readonly slots: number;
  readonly lastDay: string;
}

/** Credits granted, spent and taken back since the period began; the gap is left or expired. */
export function CreditChart({ days, slots, lastDay }: CreditChartProps) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const { day } = useMoney();
  const sums = days.at(-1) ?? { granted: 0, spent: 0, takenBack: 0 };
  const most = Math.max(1, sums.granted, sums.spent, sums.takenBack);
  const width = ((days.length / Math.max(1, slots)) * 100).toFixed(2);
  const spent = stepPath(
    days.map((one) => one.spent),
    most,
    slots,
  );
  const granted = stepPath(
    days.map((one) => one.granted),
    most,
    slots,
  );
  const takenBack = stepPath(
    days.map((one) => one.takenBack),
    most,
    slots,
  );
  const [first] = days;
  return (
    <Box component="figure" sx={{ margin: 0, display: 'grid', gap: 1 }}>
      <Box
        component="figcaption"
        sx={{ display: 'flex', flexWrap: 'wrap', rowGap: 0.5, columnGap: 2.5, fontSize: 'small' }}
      >
        <Key color="clearcut.mat" isDashed label={t('credits.granted', { number: number(sums.granted) })} />
        <Key color="clearcut.accent" label={t('credits.spent', { number: number(sums.spent) })} />
        {sums.takenBack > 0 && (
          <Key color="error.main" label={t('credits.takenBack', { number: number(sums.takenBack) })} />
        )}
      </Box>
      <Box
        sx={{
          position: 'relative',
          height: 160,
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: '4px',
          padding: '12px 0 0',
          overflow: 'clip',
          // A time axis follows the reading direction.
          '[dir=rtl] & svg': { scale: '-1 1' },
        }}
      >
        <Box
          component="svg"
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          sx={{ display: 'block', width: '100%', height: '100%', overflow: 'visible' }}
        >
          <Box
            component="path"
            d={`${spent}V100Z`}
            sx={{ fill: 'var(--mui-palette-clearcut-accent)', opacity: 0.25 }}
          />
          <Box
            component="path"
            d={spent}
            sx={{ fill: 'none', stroke: 'var(--mui-palette-clearcut-accent)', strokeWidth: 2 }}
            vectorEffect="non-scaling-stroke"
          />
          <Box
            component="path"
            d={granted}
            sx={{
              fill: 'none',
              stroke: 'var(--mui-palette-text-primary)',
              strokeWidth: 2,
              strokeDasharray: '6 4',
            }}
            vectorEffect="non-scaling-stroke"
          />
          {sums.takenBack > 0 && (
            <Box
              component="path"
              d={takenBack}
              sx={{ fill: 'none', stroke: 'var(--mui-palette-error-main)', strokeWidth: 2 }}
              vectorEffect="non-scaling-stroke"
            />
          )}
          {days.length < slots && (
            <Box
              component="path"
              d={`M${width},0V100`}
              sx={{ stroke: 'var(--mui-palette-divider)', strokeWidth: 1 }}
              vectorEffect="non-scaling-stroke"
            />
          )}
        </Box>
      </Box>
      {first !== undefined && (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: 'small', color: 'text.secondary' }}>
          <span>{day(first.day)}</span>
          {slots > 1 && <span>{day(lastDay)}</span>}
        </Box>
      )}
      <VisuallyHidden>
        <table>
          <caption>{t('credits.table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('credits.day')}</th>
              <th scope="col">{t('credits.grantedColumn')}</th>
              <th scope="col">{t('credits.spentColumn')}</th>
              <th scope="col">{t('credits.takenBackColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((one) => (
              <tr key={one.day}>
                <th scope="row">{day(one.day)}</th>
                <td>{number(one.granted)}</td>
                <td>{number(one.spent)}</td>
                <td>{number(one.takenBack)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Box>
  );
}

function Key({ color, isDashed = false, label }: { color: string; isDashed?: boolean; label: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 22,
          borderBlockStart: `3px ${isDashed ? 'dashed' : 'solid'}`,
          borderColor: isDashed ? 'text.primary' : color,
        }}
      />
      {label}
    </Box>
  );
}
