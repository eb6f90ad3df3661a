import { useEffectEvent, useLayoutEffect, useRef, type ComponentPropsWithoutRef } from 'react';
import { showImage } from '../lib/retry/image-retry.ts';

export interface RetriedImageProps extends ComponentPropsWithoutRef<'img'> {
  readonly src: string;
  readonly alt: string;
  readonly onGivenUp?: ((src: string) => void) | undefined;
}

export function RetriedImage({ src, alt, onGivenUp, ...others }: RetriedImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const giveUp = useEffectEvent(() => onGivenUp?.(src));
  // Before paint: replacing a picture would otherwise show an empty frame.
  useLayoutEffect(() => {
    if (image.current === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    showImage(image.current, src, signal).catch(() => {
      if (!signal.aborted) giveUp();
    });
    return () => controller.abort();
  }, [src]);
  return <img {...others} ref={image} alt={alt} />;
}
