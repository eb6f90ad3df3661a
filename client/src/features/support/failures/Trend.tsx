import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Chart } from '../parts/Chart.tsx';

interface TrendProps {
  /** Failures a day, today last. */
  readonly days: readonly number[];
  /** CSS pixels. */
  readonly height: number;
}

/** Failures of the last days as bars; read aloud as numbers. */
export function Trend({ days, height }: TrendProps) {
  const { t } = useTranslation('support');
  const { number } = useFormat();
  const label = `${t('failures.trend')}: ${days.map((count) => number(count)).join(' ')}`;
  return (
    <Box role="img" aria-label={label} title={label}>
      <Chart kind="bars" values={days} height={height} />
    </Box>
  );
}
