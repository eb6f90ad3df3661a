import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { taxQuery } from './api.ts';
import { TaxForm } from './TaxForm.tsx';

export function TaxTab() {
  const { t } = useTranslation('tax');
  const { data, error, refetch } = useQuery(taxQuery);
  return (
    <Sheet sx={snipped(28)}>
      <FormPart title={t('title')} lead={t('lead')}>
        {error !== null && data === undefined ? (
          <LoadFailed title={t('failed')} error={error} onAgain={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton variant="rounded" height={360} />
        ) : (
          <>
            {data.taxInformation === null && <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>}
            <TaxForm answer={data} submit={t('save')} onSaved={() => showToast(t('saved'))} />
          </>
        )}
      </FormPart>
    </Sheet>
  );
}
