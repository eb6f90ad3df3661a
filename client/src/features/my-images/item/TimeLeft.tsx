import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useNow } from '../../../lib/useNow.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { timeLeft } from '../../pictures/uploads/transaction/time-left.ts';

/** Remaining retention; highlighted in the last hour. */
export function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const { t } = useTranslation('my-images');
  const { moment, number } = useFormat();
  const { hours, minutes, isLast } = timeLeft(Date.parse(expiresAt) - useNow(15_000));
  const left = { hours: number(hours), minutes: number(minutes) };
  return (
    <Box
      component="time"
      dateTime={expiresAt}
      title={t('left.until', { when: moment(expiresAt) })}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        fontVariantNumeric: 'tabular-nums',
        ...(isLast ? { color: 'clearcut.accentText', fontWeight: 'strong' } : { color: 'text.secondary' }),
      }}
    >
      {isLast && <AlertIcon aria-hidden fontSize="small" />}
      {hours === 0 ? t('left.minutes', left) : t('left.hours', left)}
    </Box>
  );
}
