import type { LimitReached } from '@clearcut/schemas/transaction/limits';
import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { limitsQuery } from './data/api.ts';

function ReachedLimit({ limit, scope, most, freesAt }: LimitReached) {
  const { t } = useTranslation('my-images');
  const { bytes, moment, number } = useFormat();
  const what = t(`limits.${limit}.${scope}`, { most: limit === 'storage' ? bytes(most) : number(most) });
  const when = freesAt === null ? t('limits.freesWhenDone') : t('limits.freesAt', { when: moment(freesAt) });
  return (
    <Alert severity="warning" sx={{ marginBlockEnd: 2 }}>
      {what} {when}
    </Alert>
  );
}

/** Limits that block the next upload, and when they reset; usually empty. */
export function ReachedLimits() {
  const { data } = useQuery(limitsQuery);
  return data?.reached.map((reached) => <ReachedLimit key={`${reached.limit} ${reached.scope}`} {...reached} />);
}
