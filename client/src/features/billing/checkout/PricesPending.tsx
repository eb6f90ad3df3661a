import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';

interface PricesPendingProps {
  /** Null while loading. */
  readonly error: unknown;
  readonly onAgain: () => void;
}

/** Stands in for a step until its prices have loaded. */
export function PricesPending({ error, onAgain }: PricesPendingProps) {
  const { t } = useTranslation('checkout');
  if (error === null) return <Skeleton variant="rounded" height={360} aria-label={t('loading')} />;
  return (
    <Sheet sx={[snipped(28), { paddingBlock: 3.5, paddingInline: 3 }]}>
      <LoadFailed title={t('pricesFailed')} error={error} onAgain={onAgain} />
    </Sheet>
  );
}
