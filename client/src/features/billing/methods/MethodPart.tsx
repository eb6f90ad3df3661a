import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { methodsQuery } from '../payments/data/queries.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { useExpiry, useMethodName } from '../payments/method-name.ts';

export function MethodPart() {
  const { t } = useTranslation('billing');
  const nameOf = useMethodName();
  const expiryOf = useExpiry();
  const { data: methods, error, refetch } = useQuery(methodsQuery);
  const method = methods?.find(({ isDefault }) => isDefault) ?? methods?.[0];
  return (
    <FormPart title={t('method.title')}>
      {error !== null ? (
        <LoadFailed title={t('method.failed')} error={error} onAgain={() => void refetch()} />
      ) : methods === undefined ? (
        <Skeleton variant="rounded" height={72} />
      ) : (
        <>
          {method === undefined ? (
            <Typography sx={{ color: 'text.secondary' }}>{t('method.none')}</Typography>
          ) : (
            <div>
              <Typography sx={{ fontWeight: 'strong' }}>{nameOf(method)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {expiryOf(method)}
              </Typography>
            </div>
          )}
          {/* Full page load: only that page may load the payment provider's script. */}
          <Button variant="outlined" sx={{ justifySelf: 'start' }} href="/app/billing/payment-method">
            {t(method === undefined ? 'method.add' : 'method.manage')}
          </Button>
        </>
      )}
    </FormPart>
  );
}
