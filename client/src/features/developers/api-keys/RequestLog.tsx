import type { KeyView } from '@clearcut/schemas/api-keys/http';
import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { FactTable } from '../../../ui/FactTable.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { keyLogQuery } from './api.ts';

const columns = ['at', 'key', 'request', 'status', 'ms', 'credits', 'id'] as const;

/** Requests of the last seven days, newest first. */
export function RequestLog({ keys }: { keys: readonly KeyView[] }) {
  const { t } = useTranslation('api');
  const { moment, number } = useFormat();
  const { data, error, refetch } = useQuery(keyLogQuery);
  const { hasCredits } = useSiteFacts();
  const shown = columns.filter((column) => hasCredits || column !== 'credits');
  const labels = new Map(keys.map(({ id, label }) => [id, label]));
  return (
    <Sheet sx={{ paddingBlock: { xs: 3, md: 4 }, paddingInline: { xs: 2.5, md: 4 }, marginBlockStart: 2.5 }}>
      <Typography variant="h3" component="h2">
        {t('log.title')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBlock: '6px 16px' }}>
        {t('log.lead')}
      </Typography>
      {error !== null && <LoadFailed error={error} onAgain={() => void refetch()} />}
      {data?.length === 0 && <Typography>{t('log.empty')}</Typography>}
      {data !== undefined && data.length > 0 && (
        <FactTable
          label={t('log.title')}
          heads={shown.map((column) => t(`log.columns.${column}`))}
          rows={data.map(({ id, keyId, at, method, path, status, ms, credits }) => ({
            key: id,
            cells: [
              moment(at),
              <bdi key="key">{labels.get(keyId) ?? t('log.ended')}</bdi>,
              <code key="request" dir="ltr">{`${method} ${path}`}</code>,
              status,
              number(ms),
              ...(hasCredits ? [number(credits)] : []),
              <code key="id" dir="ltr">
                {id}
              </code>,
            ],
          }))}
        />
      )}
    </Sheet>
  );
}
