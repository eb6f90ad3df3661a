import type { CreatedKey } from '@clearcut/schemas/api-keys/http';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { PlusIcon } from '../../../ui/work-icons.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { Webhooks } from '../webhooks/Webhooks.tsx';
import { keysQuery } from './api.ts';
import { CreateKey } from './CreateKey.tsx';
import { KeyRow } from './KeyRow.tsx';
import { MadeKey } from './MadeKey.tsx';
import { RequestLog } from './RequestLog.tsx';

export function ApiPage() {
  const { t } = useTranslation('api');
  const language = useLanguage();
  const { data, error, refetch } = useQuery(keysQuery);
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<string>();
  const show = ({ key }: CreatedKey): void => {
    setCreating(false);
    setMade(key);
  };
  return (
    <>
      <Head page="api" texts="app" />
      <PageHeader title={t('title')} lead={t('lead')}>
        <Button component={RouterLink} to={localPath(language, '/docs/api')}>
          {t('reference')}
        </Button>
        <Button variant="contained" color="primary" startIcon={<PlusIcon />} onClick={() => setCreating(true)}>
          {t('create.open')}
        </Button>
      </PageHeader>
      {made !== undefined && <MadeKey value={made} onDone={() => setMade(undefined)} />}
      {error !== null && <LoadFailed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={160} />}
      {data?.length === 0 && (
        <Sheet sx={[snipped(28), { paddingBlock: { xs: 4, md: 6 }, paddingInline: { xs: 2.5, md: 4 } }]}>
          <Typography variant="h3" component="h2">
            {t('empty.title')}
          </Typography>
          <Typography sx={{ color: 'text.secondary', marginBlockStart: 1, maxWidth: '60ch' }}>
            {t('empty.text')}
          </Typography>
        </Sheet>
      )}
      {data !== undefined && data.length > 0 && (
        <Sheet>
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {data.map((view) => (
              <KeyRow key={view.id} view={view} onMade={show} />
            ))}
          </Box>
        </Sheet>
      )}
      {data !== undefined && <RequestLog keys={data} />}
      <Webhooks />
      <CreateKey open={creating} onClose={() => setCreating(false)} onMade={show} />
    </>
  );
}
