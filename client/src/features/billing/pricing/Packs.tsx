import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { PACK_CREDITS } from '@clearcut/schemas/subscription/prices';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { PackList, type PackListProps } from '../payments/plans/PackList.tsx';

/** Credits without a plan. */
export function Packs(props: PackListProps) {
  const { t } = useTranslation('payments');
  return (
    <Sheet sx={[snipped(20), { padding: '20px 20px 8px' }]}>
      <Typography variant="h2" sx={{ fontSize: 'title' }}>
        {t('packs.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('packs.text')}</Typography>
      <PackList {...props} />
    </Sheet>
  );
}

/** As long as the amounts of most installations. */
const PRICES: readonly PriceAnswer[] = (
  [
    ['pack_10', 500],
    ['pack_50', 1900],
    ['pack_200', 4900],
  ] as const
).map(([name, unitAmount]) => ({
  id: name,
  name,
  plan: null,
  credits: PACK_CREDITS[name],
  unitAmount,
  currency: 'usd',
  interval: null,
  active: true,
}));

/** Reserves the room of the packs, invisibly, until prices are known. */
export function PacksSkeleton() {
  return (
    <Skeleton variant="rounded" component="div" aria-hidden sx={{ maxWidth: 'none' }}>
      <Packs prices={PRICES} busy onChoose={() => undefined} />
    </Skeleton>
  );
}
