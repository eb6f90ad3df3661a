import { scaling } from '@clearcut/scene/geometry';
import type { Rect } from '@clearcut/scene/raster';
import { subjectBounds } from '@clearcut/scene/shadow/silhouette';
import { useMemo } from 'react';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { usePicture } from '../../picture/usePicture.ts';

/** Subject bounds in picture pixels; the whole picture without a cut-out. */
export function useSubjectBounds(picture: EditedPicture): Rect {
  const { view, version, inputs } = usePicture(picture);
  const { width, height } = view;
  return useMemo(() => {
    const { cutOut } = picture;
    const found = cutOut && subjectBounds(cutOut, scaling(width / cutOut.width, height / cutOut.height));
    return found ?? { x: 0, y: 0, width, height };
    // Only finished strokes can change it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [picture, width, height, version.masks, inputs]);
}
