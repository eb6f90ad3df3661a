import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useState } from 'react';
import { checker } from '../../../ui/paper/checker.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { RetriedImage } from '../../../ui/RetriedImage.tsx';
import { outcomeOf } from '../../pictures/uploads/transaction/outcome.ts';
import { CutLine } from '../../pictures/uploads/CutLine.tsx';
import { previewUrl } from '../../pictures/uploads/transaction/shown-picture.ts';

/** The preview on a chequerboard, a placeholder while it is made, or a mark when there will be none. */
export function Thumbnail({ view }: { view: TransactionView }) {
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const outcome = outcomeOf(view);
  const isThere = outcome === 'shown' || outcome === 'improved';
  const url = isThere ? previewUrl(view) : undefined;
  const [broken, setBroken] = useState<string>();
  return (
    <Box
      sx={{
        position: 'relative',
        overflow: 'hidden',
        display: 'grid',
        placeItems: 'center',
        width: '100%',
        height: '100%',
        color: 'text.secondary',
        background: isThere ? checker(checkerLight, checkerDark, 16) : undefined,
        backgroundColor: isThere ? undefined : 'action.hover',
      }}
    >
      {outcome === 'waiting' && (
        <Box sx={{ position: 'absolute', inset: '12%' }}>
          <CutLine moving scissors={false} />
        </Box>
      )}
      {(outcome === 'failed' || (url !== undefined && broken === url)) && <AlertIcon aria-hidden fontSize="large" />}
      {url !== undefined && broken !== url && (
        <Box
          component={RetriedImage}
          src={url}
          // The name beside it identifies the picture.
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onGivenUp={setBroken}
          sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' }}
        />
      )}
    </Box>
  );
}
