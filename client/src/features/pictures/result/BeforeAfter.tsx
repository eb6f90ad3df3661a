import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { RetriedImage } from '../../../ui/RetriedImage.tsx';
import { backdropCss } from './backdrops.ts';
import { DividingLine } from './DividingLine.tsx';
import { Grip } from './Grip.tsx';
import { useDividingLine } from './useDividingLine.ts';

export interface BeforeAfterProps {
  readonly originalUrl: string;
  readonly cutoutUrl: string;
  /** Behind the cut-out; null: none. */
  readonly colour: string | null;
}

const layer = { position: 'absolute', inset: 0, width: '100%', height: '100%', display: 'block' } as const;

/**
 * The cut-out with the original over it, up to a movable line. Fills its parent. Left to right in every language, as
 * pictures have no reading direction.
 */
export function BeforeAfter({ originalUrl, cutoutUrl, colour }: BeforeAfterProps) {
  const { t } = useTranslation('result');
  const theme = useTheme();
  const { share, pointerEvents, onKeyDown } = useDividingLine();
  return (
    <Box
      dir="ltr"
      {...pointerEvents}
      sx={{
        ...layer,
        overflow: 'hidden',
        cursor: 'ew-resize',
        userSelect: 'none',
        // Sideways moves the slider, vertical scrolls the page.
        touchAction: 'pan-y',
        background: backdropCss(theme, colour, 24),
        '@keyframes cut': { from: { clipPath: 'inset(0)' } },
        '@keyframes blade': { from: { insetInlineStart: '100%' } },
      }}
    >
      {/* A crop changes the proportions; this is the original's place. */}
      <Box
        component="img"
        src={cutoutUrl}
        alt={t('alt.cutout')}
        draggable={false}
        sx={{ ...layer, objectFit: 'contain' }}
      />
      <Box
        component={RetriedImage}
        src={originalUrl}
        alt={t('alt.original')}
        draggable={false}
        style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        sx={{ ...layer, animation: 'cut 900ms cubic-bezier(0.6, 0, 0.2, 1)' }}
      />
      <DividingLine share={share} animation="blade 900ms cubic-bezier(0.6, 0, 0.2, 1)" />
      <Grip share={share} onKeyDown={onKeyDown} />
      <SideName side="original" isShown={share > 22} />
      <SideName side="cutout" isShown={share < 78} />
    </Box>
  );
}

/** Label of a side; hidden when the line leaves no room. */
function SideName({ side, isShown }: { readonly side: 'original' | 'cutout'; readonly isShown: boolean }) {
  const { t } = useTranslation('result');
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        insetBlockEnd: 10,
        [side === 'original' ? 'insetInlineStart' : 'insetInlineEnd']: 10,
        padding: '3px 9px',
        fontSize: 'fine',
        fontWeight: 'strong',
        color: '#ffffff',
        backgroundColor: 'rgb(8 22 19 / 78%)',
        borderRadius: '2px',
        opacity: isShown ? 1 : 0,
        transition: 'opacity 150ms',
        pointerEvents: 'none',
      }}
    >
      {t(`compare.${side}`)}
    </Box>
  );
}
