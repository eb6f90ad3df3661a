import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { checker } from '../../../ui/paper/checker.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { RetriedImage } from '../../../ui/RetriedImage.tsx';
import { previewUrl } from '../uploads/transaction/shown-picture.ts';
import type { BulkItem } from './store/bulk-item.ts';
import { bulkStore } from './store/bulk-store.ts';

/** Device pixels, longer side. */
const SIDE = 144;

let turn: Promise<unknown> = Promise.resolve();

/** One at a time: decoding large photographs takes much memory. */
function smallPicture(file: Blob): Promise<ImageBitmap> {
  const made = turn.then(() => createImageBitmap(file, { resizeWidth: SIDE, resizeQuality: 'medium' }));
  turn = made.catch(() => undefined);
  return made;
}

/** The original until the cut-out is ready. Blank when the browser cannot decode it; the server reports why. */
function OwnPicture({ id }: { id: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawn = { isWanted: true };
    const draw = async () => {
      const file = await bulkStore.fileOf(id);
      if (file === undefined || !drawn.isWanted) return;
      const picture = await smallPicture(file);
      const element = canvas.current;
      if (drawn.isWanted && element !== null) {
        element.width = picture.width;
        element.height = picture.height;
        element.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
      } else picture.close();
    };
    draw().catch(() => undefined);
    return () => {
      drawn.isWanted = false;
    };
  }, [id]);
  return <canvas ref={canvas} width={1} height={1} style={{ width: '100%', height: '100%', objectFit: 'cover' }} />;
}

export function BulkThumbnail({ item }: { item: BulkItem }) {
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const { life } = item;
  const isReady = life.stage === 'ready';
  return (
    <Box
      sx={{
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        width: 72,
        height: 72,
        overflow: 'hidden',
        borderRadius: '2px',
        color: 'text.secondary',
        backgroundColor: 'clearcut.desk',
        background: isReady ? checker(checkerLight, checkerDark, 16) : undefined,
      }}
    >
      {isReady && (
        <Box
          component={RetriedImage}
          src={previewUrl(life.view)}
          // The name beside it identifies the picture.
          alt=""
          loading="lazy"
          decoding="async"
          sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      )}
      {life.stage === 'failed' && <AlertIcon aria-hidden />}
      {!isReady && life.stage !== 'failed' && <OwnPicture id={item.id} />}
    </Box>
  );
}
