import type { RebuildView } from '@clearcut/schemas/support/work-http';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useNow } from '../../../lib/useNow.ts';

const CLOCK_INTERVAL_MS = 5_000;

interface RebuildStateProps {
  readonly rebuild: RebuildView;
  /** Rebuild button, shown while none is running. */
  readonly children: ReactNode;
}

export function RebuildState({
  rebuild: { requestedAt, startedAt, finishedAt, events, share, error },
  children,
}: RebuildStateProps) {
  const { t } = useTranslation('support-figures');
  const { number, moment, span } = useFormat();
  const now = useNow(CLOCK_INTERVAL_MS);
  if (requestedAt !== null && finishedAt === null) {
    if (startedAt === null) return t('rebuild.waits');
    const seconds = Math.max(1, (now - Date.parse(startedAt)) / 1_000);
    return (
      <>
        {t('rebuild.runs', { events: number(events), speed: number(Math.round(events / seconds)) })}
        {share !== null && share > 0 && (
          <Box>{t('rebuild.left', { span: span((1_000 * seconds * (1 - share)) / share) })}</Box>
        )}
      </>
    );
  }
  return (
    <>
      {finishedAt !== null && (
        <Box sx={error === null ? {} : { color: 'error.main' }}>
          {error === null ? (
            t('rebuild.done', { events: number(events), when: moment(finishedAt) })
          ) : (
            <bdi>{error}</bdi>
          )}
        </Box>
      )}
      {children}
    </>
  );
}
