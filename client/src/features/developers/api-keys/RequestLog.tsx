import type { KeyView } from '@clearcut/schemas/api-keys/http';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { keyLogQuery } from './api.ts';

const columns = ['at', 'key', 'request', 'status', 'ms', 'credits', 'id'] as const;

/** Requests of the last seven days, newest first. */
export function RequestLog({ keys }: { keys: readonly KeyView[] }) {
  const { t } = useTranslation('api');
  const { moment, number } = useFormat();
  const failureText = useFailureText();
  const { data, error } = useQuery(keyLogQuery);
  const { hasCredits } = useSiteFacts();
  const shown = columns.filter((column) => hasCredits || column !== 'credits');
  const labels = new Map(keys.map(({ id, label }) => [id, label]));
  return (
    <Sheet sx={{ paddingBlock: { xs: 3, md: 4 }, paddingInline: { xs: 2.5, md: 4 }, marginBlockStart: 2.5 }}>
      <Typography variant="h3" component="h2" id="request-log">
        {t('log.title')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBlock: '6px 16px' }}>
        {t('log.lead')}
      </Typography>
      {error !== null && <Typography role="alert">{failureText(toFailure(error))}</Typography>}
      {data?.length === 0 && <Typography>{t('log.empty')}</Typography>}
      {data !== undefined && data.length > 0 && (
        // A region that scrolls sideways must be reachable by keyboard.
        <Box role="region" aria-labelledby="request-log" tabIndex={0} sx={{ overflowX: 'auto' }}>
          <Box
            component="table"
            sx={{
              width: '100%',
              borderCollapse: 'collapse',
              fontVariantNumeric: 'tabular-nums',
              '& th, & td': { textAlign: 'start', padding: '8px 16px 8px 0', whiteSpace: 'nowrap' },
              '& tr + tr td, & tbody td': { borderBlockStart: '1px solid', borderColor: 'divider' },
            }}
          >
            <thead>
              <tr>
                {shown.map((column) => (
                  <th key={column} scope="col">
                    {t(`log.columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map(({ id, keyId, at, method, path, status, ms, credits }) => (
                <tr key={id}>
                  <td>{moment(at)}</td>
                  <td>
                    <bdi>{labels.get(keyId) ?? t('log.ended')}</bdi>
                  </td>
                  <td dir="ltr">{`${method} ${path}`}</td>
                  <td>{status}</td>
                  <td>{number(ms)}</td>
                  {hasCredits && <td>{number(credits)}</td>}
                  <td dir="ltr">
                    <code>{id}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
    </Sheet>
  );
}
