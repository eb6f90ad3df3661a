import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { checker } from '../../ui/paper/checker.ts';
import { pairs } from './pairs.ts';

/** Where before and after meet: per cent of the width. */
const LINE = 50;

const layer = { position: 'absolute', inset: 0, width: '100%', height: '100%', display: 'block' } as const;

export function Pairs() {
  const { t } = useTranslation(['home', 'uploads']);
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  return (
    <Box
      component="section"
      aria-labelledby="pairs-title"
      sx={{
        maxWidth: 1280,
        marginInline: 'auto',
        paddingInline: { xs: '16px', md: '32px' },
        paddingBlockStart: { xs: '56px', md: '88px' },
      }}
    >
      <Typography variant="h2" id="pairs-title">
        {t('home:pairs.title')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          margin: '28px 0 0',
          padding: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${pairs.length}, minmax(0, 1fr))` },
          gap: { xs: '12px', sm: '20px' },
        }}
      >
        {pairs.map(({ name, before, after }) => (
          <Box
            key={name}
            component="li"
            // Pictures have no reading direction: before is on the left in every language.
            dir="ltr"
            sx={{
              position: 'relative',
              aspectRatio: '4 / 3',
              overflow: 'hidden',
              borderRadius: '3px',
              background: checker(checkerLight, checkerDark, 20),
            }}
          >
            <Box
              component="img"
              src={after}
              alt={t('home:pairs.alt', { what: t(`uploads:examples.${name}`) })}
              loading="lazy"
              sx={layer}
            />
            <Box
              component="img"
              src={before}
              alt=""
              loading="lazy"
              style={{ clipPath: `inset(0 ${100 - LINE}% 0 0)` }}
              sx={layer}
            />
            <Box
              style={{ left: `${LINE}%` }}
              sx={{
                position: 'absolute',
                insetBlock: 0,
                width: 2,
                marginInlineStart: '-1px',
                backgroundColor: '#ffffff',
              }}
            />
          </Box>
        ))}
      </Box>
    </Box>
  );
}
