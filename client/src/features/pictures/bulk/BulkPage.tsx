import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { useBilling } from '../saves/useCredits.ts';
import { useFileDrop } from '../uploads/files/useFileDrop.ts';
import { BulkDrop } from './BulkDrop.tsx';
import { BulkMessages } from './BulkMessages.tsx';
import { BulkPanel } from './BulkPanel.tsx';
import { BulkRow } from './BulkRow.tsx';
import { bulkStore } from './store/bulk-store.ts';
import { useBulk } from './store/useBulk.ts';

const stack = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 } as const;

function Desk() {
  const { t } = useTranslation('bulk');
  const state = useBulk();
  const { pk } = useProfile();
  const take = useCallback((files: File[]) => void bulkStore.take(files, pk), [pk]);
  const over = useFileDrop(take);
  const { items, isLoading } = state;
  if (isLoading) return <Loading />;
  return (
    <Box sx={stack}>
      <BulkDrop taken={items.length} over={over} onFiles={take} />
      <BulkMessages state={state} />
      {items.length > 0 && (
        <>
          <BulkPanel state={state} />
          <Sheet sx={{ padding: { xs: '4px 14px', sm: '6px 24px' } }}>
            <VisuallyHidden as="h2">{t('item.list')}</VisuallyHidden>
            <Box
              component="ul"
              sx={{ listStyle: 'none', margin: 0, padding: 0, '& > li:first-of-type': { border: 0 } }}
            >
              {items.map((item) => (
                <BulkRow key={item.id} item={item} />
              ))}
            </Box>
          </Sheet>
        </>
      )}
    </Box>
  );
}

function Loading() {
  const { t } = useTranslation('bulk');
  return (
    <Box aria-busy sx={stack}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton variant="rounded" height={220} />
      <Skeleton variant="rounded" height={120} />
    </Box>
  );
}

function NotInPlan() {
  const { t } = useTranslation('bulk');
  return (
    <Sheet sx={{ padding: { xs: '22px 20px', sm: 3.5 } }}>
      <Typography variant="h3" component="h2">
        {t('plan.title')}
      </Typography>
      <Typography sx={{ marginBlock: '10px 22px' }}>{t('plan.text')}</Typography>
      <Button variant="contained" color="primary" component={RouterLink} to="/app/dashboard">
        {t('plan.one')}
      </Button>
    </Sheet>
  );
}

function NotKnown({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation('bulk');
  const failureText = useFailureText();
  return (
    <Sheet role="alert" sx={{ padding: { xs: '22px 20px', sm: 3.5 } }}>
      <Typography variant="h3" component="h2">
        {t('error.title')}
      </Typography>
      <Typography sx={{ marginBlock: '10px 22px' }}>{failureText(toFailure(error))}</Typography>
      <Button variant="outlined" onClick={onAgain}>
        {t('error.again')}
      </Button>
    </Sheet>
  );
}

function Body() {
  const { data, error, refetch } = useBilling();
  if (data !== undefined) return data.features.bulkUpload ? <Desk /> : <NotInPlan />;
  return error === null ? <Loading /> : <NotKnown error={error} onAgain={() => void refetch()} />;
}

export function BulkPage() {
  const { t } = useTranslation('bulk');
  return (
    <>
      <Head page="bulk" texts="app" />
      <PageHeader title={t('title')} lead={t('lead', { max: BULK_MAX_IMAGES })}>
        <Button variant="outlined" component={RouterLink} to="/app/dashboard">
          {t('back')}
        </Button>
      </PageHeader>
      <Body />
    </>
  );
}
