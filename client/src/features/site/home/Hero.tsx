import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { checker } from '../../../ui/paper/checker.ts';
import { FreeOffer } from '../../../ui/FreeOffer.tsx';
import { SIDEWAYS } from '../../../ui/page/sideways.ts';
import { Mat } from '../../../ui/paper/Mat.tsx';
import sticker from './sticker.webp';

export interface HeroProps {
  readonly sheet: ReactNode;
  readonly examples: ReactNode;
  /** Files are dragged over the window; the sticker makes room. */
  readonly over: boolean;
}

function Headline() {
  const { t } = useTranslation('home');
  // Not `Trans`, which nothing else in the first load uses and which costs kilobytes.
  const [before, word, after] = t('headline.lose').split(/<\/?cut>/);
  return (
    <Typography
      variant="display"
      component="h1"
      sx={{ margin: 0, overflowWrap: 'anywhere', [SIDEWAYS]: { fontSize: 'largest' } }}
    >
      {t('headline.keep')}{' '}
      <Box component="span" sx={{ display: 'block' }}>
        {before}
        <Box
          component="span"
          sx={{
            display: 'inline-block',
            // The word is cut out of the page, showing the chequerboard for transparency.
            background: checker('#ffffff', '#bfd8cd', '0.25em'),
            backgroundClip: 'text',
            color: 'transparent',
            paddingBlockEnd: '0.12em',
            '@media (forced-colors: active)': { background: 'none', color: 'CanvasText' },
          }}
        >
          {word}
        </Box>
        {after}
      </Box>
    </Typography>
  );
}

export function Hero({ sheet, examples, over }: HeroProps) {
  const { t } = useTranslation('home');
  return (
    <Mat
      className="on-mat"
      sx={{
        marginInline: { xs: 0, md: 2 },
        borderRadius: { xs: 0, md: '14px' },
        paddingBlock: { xs: '36px 40px', md: '72px 56px' },
        paddingInline: { xs: 2, md: 5 },
        [SIDEWAYS]: { paddingBlock: 2.5 },
      }}
    >
      <Box
        sx={{
          maxWidth: 1216,
          marginInline: 'auto',
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.08fr) minmax(0, 1fr)' },
          gap: { xs: 3.5, lg: 8 },
          alignItems: 'center',
          // Shows the button without scrolling.
          [SIDEWAYS]: { gridTemplateColumns: '1fr 1fr', alignItems: 'start' },
        }}
      >
        <Box>
          <Headline />
          <Typography
            sx={{
              color: 'clearcut.onMatSoft',
              marginBlockStart: { xs: 2, md: 3.5 },
              maxWidth: '34em',
              fontSize: { xs: 'lead', md: 'title' },
              paddingInlineEnd: { xs: '92px', sm: '180px', lg: 0 },
              [SIDEWAYS]: { paddingInlineEnd: 0 },
            }}
          >
            {t('lead')}
          </Typography>
          <FreeOffer
            sx={{
              marginBlockStart: { xs: 2, md: 3 },
              padding: '8px 16px 8px 12px',
              borderRadius: '999px',
              backgroundColor: 'rgb(255 255 255 / 12%)',
              fontSize: { xs: 'text', md: 'lead' },
            }}
          />
        </Box>
        <Box
          sx={{
            position: 'relative',
            marginBlockStart: { xs: '18px', sm: 5, lg: '100px' },
            [SIDEWAYS]: { marginBlockStart: 0 },
          }}
        >
          <Box
            component="img"
            src={sticker}
            alt=""
            width={265}
            height={320}
            sx={{
              position: 'absolute',
              zIndex: 1,
              // The paws hang over the edge of the sheet.
              insetBlockEnd: { xs: 'calc(100% - 17px)', sm: 'calc(100% - 26px)', lg: 'calc(100% - 34px)' },
              insetInlineEnd: { xs: 8, sm: 44 },
              width: { xs: 76, sm: 116, lg: 152 },
              height: 'auto',
              pointerEvents: 'none',
              [SIDEWAYS]: { display: 'none' },
              // White rim of a sticker.
              filter:
                'drop-shadow(2px 0 #fff) drop-shadow(-2px 0 #fff) drop-shadow(0 2px #fff) drop-shadow(0 -2px #fff) drop-shadow(0 6px 8px rgb(0 20 15 / 35%))',
              transition: 'translate 300ms cubic-bezier(0.3, 1.6, 0.5, 1), rotate 300ms',
              ...(over && { translate: '0 -26px', rotate: '-7deg' }),
            }}
          />
          {sheet}
          <Box sx={{ marginBlockStart: 3.5 }}>{examples}</Box>
        </Box>
      </Box>
    </Mat>
  );
}
