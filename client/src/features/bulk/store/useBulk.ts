import { useEffect } from 'react';
import { useStore } from '../../../lib/useStore.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { bulkStore, type BulkState } from './bulk-store.ts';

/** The bulk upload of the person logged in, which goes on as long as a person looks at it, and beyond. */
export function useBulk(): BulkState {
  const { pk } = useProfile();
  useEffect(() => {
    void bulkStore.open(pk);
  }, [pk]);
  return useStore(bulkStore);
}
