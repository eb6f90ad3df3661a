import { useEffect } from 'react';
import { useStore } from '../../../../lib/useStore.ts';
import { useProfile } from '../../../auth/session/useProfile.ts';
import { bulkStore, type BulkState } from './bulk-store.ts';

/** Bulk upload of the logged-in person; continues after the page is left. */
export function useBulk(): BulkState {
  const { pk } = useProfile();
  useEffect(() => {
    void bulkStore.open(pk);
  }, [pk]);
  return useStore(bulkStore);
}
