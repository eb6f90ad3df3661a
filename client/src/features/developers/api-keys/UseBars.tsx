import type { KeyView } from '@clearcut/schemas/api-keys/http';
import { API_KEYS } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '../../../lib/durations.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';

const HEIGHT = 36;

/** One bar per day for 30 days, newest last, with the sums as text. */
export function UseBars({ counted, what }: { counted: KeyView['use']; what: 'requests' | 'credits' }) {
  const { t } = useTranslation('api');
  const { number } = useFormat();
  const [now] = useState(() => Date.now());
  const byDay = new Map(counted.map((day) => [day.day, day[what]]));
  const days = Array.from({ length: API_KEYS.daysOfUse }, (_, index) =>
    new Date(now - (API_KEYS.daysOfUse - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const counts = days.map((day) => byDay.get(day) ?? 0);
  const most = Math.max(1, ...counts);
  const sum = counts.reduce((total, count) => total + count, 0);
  return (
    <div>
      <Typography variant="body2">{t(`use.${what}`, { count: sum, sum: number(sum) })}</Typography>
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: 0.25,
          height: HEIGHT,
          borderBlockEnd: '1px solid',
          borderColor: 'divider',
        }}
      >
        {days.map((day, index) => (
          <Box
            key={day}
            sx={{
              flex: '1 1 0',
              height: Math.round(((counts[index] ?? 0) / most) * HEIGHT),
              backgroundColor: what === 'requests' ? 'clearcut.accentText' : 'text.primary',
            }}
          />
        ))}
      </Box>
    </div>
  );
}
