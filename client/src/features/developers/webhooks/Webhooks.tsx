import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../../../ui/forms/ShownOnce.tsx';
import { PlusIcon } from '../../../ui/work-icons.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { AddWebhook } from './AddWebhook.tsx';
import { webhooksQuery } from './api.ts';
import { WebhookRow } from './WebhookRow.tsx';

export function Webhooks() {
  const { t } = useTranslation('webhooks');
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <Box component="section" aria-labelledby="webhooks" sx={{ marginBlockStart: 5 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'end',
          justifyContent: 'space-between',
          rowGap: 1.5,
          columnGap: 3,
          marginBlockEnd: 2.5,
        }}
      >
        <Box sx={{ maxWidth: '60ch' }}>
          <Typography variant="h2" id="webhooks">
            {t('title')}
          </Typography>
          <Typography sx={{ marginBlockStart: 0.75 }}>{t('lead')}</Typography>
        </Box>
        <Button variant="outlined" startIcon={<PlusIcon />} onClick={() => setAdding(true)}>
          {t('add.open')}
        </Button>
      </Box>
      {secret !== undefined && (
        <ShownOnce
          title={t('secret.title')}
          text={t('secret.text')}
          value={secret}
          copy={t('secret.copy')}
          copied={t('secret.copied')}
          done={t('secret.done')}
          onDone={() => setSecret(undefined)}
        />
      )}
      {error !== null && <LoadFailed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={96} />}
      {data?.length === 0 && (
        <Sheet sx={{ paddingBlock: { xs: 3, md: 4 }, paddingInline: { xs: 2.5, md: 4 } }}>
          <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{t('empty')}</Typography>
        </Sheet>
      )}
      {data !== undefined && data.length > 0 && (
        <Sheet>
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {data.map((view) => (
              <WebhookRow key={view.id} view={view} onSecret={setSecret} />
            ))}
          </Box>
        </Sheet>
      )}
      <AddWebhook
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={(made) => {
          setAdding(false);
          setSecret(made);
        }}
      />
    </Box>
  );
}
