import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { backdropCss, type Backdrop } from '../../features/result/backdrops.ts';
import { BeforeAfter } from '../../features/result/BeforeAfter.tsx';
import { CutLine } from '../../features/uploads/CutLine.tsx';
import type { Picture } from '../../features/uploads/picture.ts';
import { Sheet } from '../../ui/Sheet.tsx';

export interface StageProps {
  readonly picture: Picture | undefined;
  readonly cutoutUrl: string | undefined;
  readonly backdrop: Backdrop;
  readonly busy: boolean;
}

/**
 * The picture as a print on the mat. Its place has the picture's proportions from the first moment and the same element
 * stays from upload to result, so nothing jumps.
 */
export function Stage({ picture, cutoutUrl, backdrop, busy }: StageProps) {
  const { t } = useTranslation('uploads');
  const theme = useTheme();
  const { width, height } = picture ?? { width: 4, height: 3 };
  return (
    <Sheet
      sx={{
        padding: { xs: '8px', sm: '14px' },
        // As wide as the column, but never higher than what fits on the screen beside the header.
        width: `min(100%, calc(min(64dvh, 680px) * ${width / height}))`,
        marginInline: 'auto',
      }}
    >
      <Box
        sx={{
          position: 'relative',
          aspectRatio: `${width} / ${height}`,
          background: backdropCss(theme, 'checker', 24),
        }}
      >
        {picture !== undefined && cutoutUrl === undefined && (
          <Box
            component="img"
            src={picture.url}
            alt={t('progress.picture')}
            sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
          />
        )}
        {picture !== undefined && cutoutUrl !== undefined && (
          <BeforeAfter originalUrl={picture.url} cutoutUrl={cutoutUrl} backdrop={backdrop} />
        )}
        {busy && <CutLine moving scissors={false} />}
      </Box>
    </Sheet>
  );
}
