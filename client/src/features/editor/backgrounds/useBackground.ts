import type { OwnPixels } from '@clearcut/scene/raster';
import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { editContracts } from '@clearcut/schemas/contracts/transaction/edits';
import { useQuery } from '@tanstack/react-query';
import { IMAGE_RETRY } from '../../../lib/retry/image-retry.ts';
import { addressOf } from '../../../lib/contracts/call.ts';
import { request } from '../../../lib/http/request.ts';
import { decodedUpload } from '../engine/decode.ts';
import { stockPreviewUrl } from './stock.ts';

/** Larger than any preview, so that it is still reduced as in the renderer; small enough for a phone's memory. */
const ENOUGH = { width: 2 * PREVIEW_MAX_SIDE, height: 2 * PREVIEW_MAX_SIDE };

interface LoadedBackground {
  /** Null without one, or while loading. */
  readonly background: OwnPixels | null;
  readonly failed: boolean;
  readonly reload: () => void;
}

export function useBackground(id: string | null): LoadedBackground {
  const { data, isLoadingError, refetch } = useQuery({
    ...IMAGE_RETRY,
    queryKey: ['background', id],
    queryFn: async ({ signal }) => {
      const path = stockPreviewUrl(id ?? '') ?? addressOf(editContracts.background, { params: { id: id ?? '' } });
      return decodedUpload(await (await request(path, { signal })).blob(), ENOUGH);
    },
    enabled: id !== null,
    // Otherwise it would wait for a connection forever instead of failing.
    networkMode: 'always',
    refetchOnReconnect: true,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return {
    background: id === null ? null : (data ?? null),
    failed: id !== null && isLoadingError,
    reload: () => void refetch(),
  };
}
