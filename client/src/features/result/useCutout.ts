import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { IMAGE_RETRY } from '../../lib/http/patience.ts';
import { request } from '../../lib/http/request.ts';

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
    // The address is lost then, so it cannot be revoked later and the page would keep the file.
    URL.revokeObjectURL(url);
    throw error;
  }
  return { url, blob, width: image.naturalWidth, height: image.naturalHeight };
}

/**
 * The cut-out's pixels. When `url` changes, the one before stays until the new one is decoded, so that a better picture
 * takes its place without a flash.
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
  /** What could not be decoded: a better picture that comes later is none of it. */
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
  /** The cut-out is that of the address before, as long as its own is on its way. */
  const isBehind = isPlaceholderData || (data !== undefined && cutout?.blob !== data);
  return { cutout, isBehind, failed: isError || (data !== undefined && data === broken), reload };
}
