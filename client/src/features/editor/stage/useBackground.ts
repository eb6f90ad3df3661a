import type { OwnPixels } from '@clearcut/scene/raster';
import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { useQuery } from '@tanstack/react-query';
import { customBackgroundPath, getBackground } from '../api.ts';
import { decoded } from '../engine/decode.ts';
import { stockPreviewUrl } from '../stock.ts';

/** Larger than any preview, so that it is still reduced as the renderer reduces it; smaller than what a phone's memory minds. */
const ENOUGH = { width: 2 * PREVIEW_MAX_SIDE, height: 2 * PREVIEW_MAX_SIDE };

/** The pixels of the picture behind the cut-out; null when there is none, or while it is on its way. */
export function useBackground(id: string | null): { readonly background: OwnPixels | null; readonly failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['background', id],
    queryFn: async ({ signal }) => {
      const path = stockPreviewUrl(id ?? '') ?? customBackgroundPath(id ?? '');
      return decoded(await getBackground(path, signal), ENOUGH);
    },
    enabled: id !== null,
    // Image loading retries 3 times with growing 1 s delay (SPEC section 9).
    retry: 3,
    retryDelay: (attempt) => (attempt + 1) * 1000,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return { background: id === null ? null : (data ?? null), failed: id !== null && isError };
}
