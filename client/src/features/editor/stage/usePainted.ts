import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { useLayoutEffect } from 'react';
import type { EditedPicture } from '../picture/edited-picture.ts';
import type { Showing } from '../engine/painter.ts';
import { usePicture } from '../picture/usePicture.ts';
import { useTools } from '../state/useTools.ts';
import type { StageController } from './stage-controller.ts';
import { useBackground } from '../backgrounds/useBackground.ts';

export interface Painted {
  readonly isAwaited: boolean;
  readonly isBackgroundMissing: boolean;
  readonly areStrokesMissing: boolean;
  readonly reload: () => void;
}

/** Paints the current picture and reports missing parts. */
export function usePainted(picture: EditedPicture, controller: StageController): Painted {
  const { inputs, strokes, isPartial, version, settings, view } = usePicture(picture);
  const { isComparing, isCropping } = useTools();
  const { background, failed, reload } = useBackground(settings.background.id);
  const { painter } = picture;
  const { width, height } = view;
  const showing: Showing = isComparing ? 'original' : isCropping ? 'uncropped' : 'picture';
  const isBackgroundAwaited = settings.background.id !== null && background === null && !failed;
  const areStrokesAwaited = strokes.length < version.masks.length && !isPartial;

  useLayoutEffect(() => {
    // Keeps what is shown while the background loads, rather than showing none.
    if (inputs === undefined || isBackgroundAwaited) return;
    const frame = { width, height };
    const shown = failed ? { ...settings, background: TRANSPARENT } : settings;
    controller.paint(() => painter.show({ ...inputs, frame, strokes, settings: shown, background, showing }));
  }, [painter, controller, inputs, strokes, settings, background, failed, isBackgroundAwaited, showing, width, height]);

  return {
    isAwaited: inputs === undefined || version.isAwaited || areStrokesAwaited || isBackgroundAwaited,
    isBackgroundMissing: failed,
    areStrokesMissing: isPartial,
    reload: () => {
      if (failed) reload();
      picture.reload();
    },
  };
}
