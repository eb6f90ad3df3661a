import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { IMAGE_RETRY } from '../../../lib/retry/image-retry.ts';
import { request } from '../../../lib/http/request.ts';

export interface Cutout {
  readonly url: string;
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
}

async function decoded(blob: Blob): Promise<Cutout> {
  const url = URL.createObjectURL(blob);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    // Otherwise the address is lost, cannot be revoked, and the page keeps the file.
    URL.revokeObjectURL(url);
    throw error;
  }
  return { url, blob, width: image.naturalWidth, height: image.naturalHeight };
}

/**
 * Pixels of the cut-out. When `url` changes, the previous one stays until the new one is decoded, so that it is
 * replaced without a flash.
 */
export function useCutout(url: string) {
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...IMAGE_RETRY,
    queryKey: ['cutout', url],
    queryFn: async ({ signal }) => (await request(url, { signal })).blob(),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const [cutout, setCutout] = useState<Cutout>();
  /** The blob that failed to decode; a later one starts clean. */
  const [broken, setBroken] = useState<Blob>();

  useEffect(() => {
    if (data === undefined) return undefined;
    let left = false;
    let made: Cutout | undefined;
    const release = () => made !== undefined && URL.revokeObjectURL(made.url);
    const show = async () => {
      try {
        made = await decoded(data);
        if (left) release();
        else setCutout(made);
      } catch {
        setBroken(data);
      }
    };
    void show();
    return () => {
      left = true;
      release();
    };
  }, [data]);

  const reload = () => {
    setBroken(undefined);
    void refetch();
  };
  /** Still showing the previous address's cut-out. */
  const isBehind = isPlaceholderData || (data !== undefined && cutout?.blob !== data);
  return { cutout, isBehind, failed: isError || (data !== undefined && data === broken), reload };
}
