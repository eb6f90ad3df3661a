import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { BeforeAfter } from '../result/BeforeAfter.tsx';
import { CutLine } from '../uploads/CutLine.tsx';
import { markUpload } from '../uploads/marks.ts';
import type { Picture } from '../uploads/files/picture.ts';
import { PictureFrame } from './PictureFrame.tsx';

export interface StageProps {
  readonly picture: Picture | undefined;
  readonly cutoutUrl: string | undefined;
  /** Behind the cut-out; null: none. */
  readonly colour: string | null;
  readonly busy: boolean;
}

/** Keeps one element from upload to result. */
export function Stage({ picture, cutoutUrl, colour, busy }: StageProps) {
  const { t } = useTranslation('uploads');
  return (
    <PictureFrame size={picture ?? { width: 4, height: 3 }}>
      {picture !== undefined && cutoutUrl === undefined && (
        <Box
          component="img"
          src={picture.url}
          alt={t('progress.picture')}
          onLoad={() => markUpload('shown')}
          sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
        />
      )}
      {picture !== undefined && cutoutUrl !== undefined && (
        <BeforeAfter originalUrl={picture.url} cutoutUrl={cutoutUrl} colour={colour} />
      )}
      {busy && <CutLine moving scissors={false} />}
    </PictureFrame>
  );
}
