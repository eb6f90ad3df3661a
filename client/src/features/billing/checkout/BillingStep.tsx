import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { ChoiceList } from '../payments/ChoiceList.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { taxQuery } from '../tax/api.ts';
import { TaxForm } from '../tax/TaxForm.tsx';

/** Optional. */
export function BillingStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('checkout');
  const { data, error, refetch } = useQuery(taxQuery);
  const [chosen, setWants] = useState<'later' | 'now'>();
  const wants = chosen ?? (data?.taxInformation ? 'now' : 'later');
  return (
    <Sheet
      sx={[
        snipped(28),
        {
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2.5,
          maxWidth: 720,
          paddingBlock: { xs: 3, sm: 4 },
          paddingInline: { xs: 2.5, sm: 4 },
        },
      ]}
    >
      <Typography variant="h2" sx={{ fontSize: 'large' }}>
        {t('details.title')}
      </Typography>
      {error !== null && data === undefined ? (
        <LoadFailed title={t('details.failed')} error={error} onAgain={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton variant="rounded" height={160} />
      ) : (
        <>
          <ChoiceList
            label={t('details.question')}
            value={wants}
            onChange={setWants}
            choices={[
              { value: 'later', label: t('details.later'), text: t('details.laterText') },
              { value: 'now', label: t('details.now'), text: t('details.nowText') },
            ]}
          />
          {wants === 'now' ? (
            <TaxForm answer={data} submit={t('details.saveAndGo')} onSaved={onDone} />
          ) : (
            <Box>
              <Button variant="contained" color="primary" size="large" onClick={onDone}>
                {t('details.go')}
              </Button>
            </Box>
          )}
        </>
      )}
    </Sheet>
  );
}
