import { useEffectEvent, useLayoutEffect, useRef, type ComponentPropsWithoutRef } from 'react';
import { showImage } from '../lib/http/patience.ts';

export interface PatientImageProps extends ComponentPropsWithoutRef<'img'> {
  readonly src: string;
  readonly alt: string;
  readonly onGivenUp?: ((src: string) => void) | undefined;
}

/** An image that is asked for again when it did not load, before it is given up. */
export function PatientImage({ src, alt, onGivenUp, ...others }: PatientImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const giveUp = useEffectEvent(() => onGivenUp?.(src));
  // Not after the first paint: where a picture takes another one's place, there would be a frame with none.
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
