import { inverse } from '@clearcut/scene/geometry';
import type { Size } from '@clearcut/scene/raster';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '../../../lib/useStore.ts';
import { checker } from '../../../ui/paper/checker.ts';
import { detailBitmap, detailPlace, drawFile, drawPhoto } from '../engine/detail.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { usePicture } from '../picture/usePicture.ts';
import { getHdFile, getOriginal } from '../sync/api.ts';
import { useTools } from '../state/useTools.ts';
import { preferFile } from './detail-source.ts';
import { detailShown, type DetailShown } from './detail-shown.ts';

/** The decoded source, loaded once it is needed and released with the zoom. */
function useBitmap(picture: EditedPicture, kind: DetailShown, saveId: string | undefined): ImageBitmap | undefined {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly bitmap: ImageBitmap }>();
  const { view } = usePicture(picture);
  const { id, width, height } = view;
  const key = kind === 'none' ? '' : `${id} ${kind} ${saveId ?? ''}`;
  useEffect(() => {
    if (key === '') return undefined;
    const controller = new AbortController();
    let made: ImageBitmap | undefined;
    const load = async () => {
      const { signal } = controller;
      const isFile = kind === 'file' && saveId !== undefined;
      const blob = isFile ? await getHdFile(id, saveId, signal) : await getOriginal(id, signal);
      made = await detailBitmap(blob, { width, height }, !isFile);
      if (signal.aborted) made.close();
      else setLoaded({ key, bitmap: made });
    };
    // Without it, the preview stays as it is.
    load().catch(() => undefined);
    return () => {
      controller.abort();
      setLoaded(undefined);
      made?.close();
    };
  }, [id, key, kind, saveId, width, height]);
  return loaded?.key === key ? loaded.bitmap : undefined;
}

export interface DetailProps {
  readonly picture: EditedPicture;
  readonly stage: Size;
}

/** Finer pixels over the zoomed preview: of the photo, or of the HD file while it is what is shown. */
export function Detail({ picture, stage }: DetailProps) {
  const state = usePicture(picture);
  const { view: about } = state;
  const { view, isComparing, isCropping } = useTools();
  const { painter } = picture;
  const { output } = useStore(painter);
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const canvas = useRef<HTMLCanvasElement>(null);
  const place = output === undefined || isCropping || isComparing ? null : detailPlace(view, stage, output);
  const isFiner = Math.max(about.width, about.height) > Math.max(output?.width ?? 0, output?.height ?? 0);
  const kind: DetailShown = place === null || !isFiner ? 'none' : preferFile(state) ? 'file' : 'original';
  const bitmap = useBitmap(picture, kind, kind === 'file' ? about.save?.saveId : undefined);
  const shown = bitmap === undefined ? 'none' : kind;

  useEffect(() => {
    detailShown.show(shown);
    return () => detailShown.show('none');
  }, [shown]);

  useLayoutEffect(() => {
    if (canvas.current === null || bitmap === undefined || place === null || output === undefined) return undefined;
    const target = canvas.current;
    const finest = Math.max(1, place.scale * devicePixelRatio);
    target.width = Math.max(1, Math.round(place.part.width * finest));
    target.height = Math.max(1, Math.round(place.part.height * finest));
    const draw = () => {
      if (kind === 'file') drawFile(target, bitmap, place, output);
      else {
        const parts = painter.parts();
        const frame = { width: about.width, height: about.height };
        if (parts !== undefined) drawPhoto(target, bitmap, parts, place, { toOutput: inverse(output.toImage), frame });
      }
    };
    draw();
    let waiting = 0;
    const stop = painter.onPixels(() => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(draw);
    });
    return () => {
      stop();
      cancelAnimationFrame(waiting);
    };
    // The place is made again with each of these.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [bitmap, kind, painter, output, view, stage.width, stage.height, about.width, about.height]);

  if (place === null || bitmap === undefined) return null;
  return (
    <Box
      component="canvas"
      ref={canvas}
      aria-hidden
      data-testid="detail"
      data-shown={shown}
      style={{
        left: `calc(50% + ${place.left}px)`,
        top: `calc(50% + ${place.top}px)`,
        width: place.part.width * place.scale,
        height: place.part.height * place.scale,
      }}
      sx={{ position: 'absolute', pointerEvents: 'none', background: checker(checkerLight, checkerDark, 24) }}
    />
  );
}
