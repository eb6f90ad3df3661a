import Skeleton from '@mui/material/Skeleton';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';

export function UserSkeleton() {
  return (
    <div aria-busy>
      <PageHeader title={<Skeleton width={260} />} />
      <Sheet sx={[snipped(28), { padding: 4, display: 'grid', gap: 3 }]}>
        <Skeleton variant="rounded" height={44} />
        <Skeleton variant="rounded" height={44} />
        <Skeleton variant="rounded" height={160} />
      </Sheet>
    </div>
  );
}
