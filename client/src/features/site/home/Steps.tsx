import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { checker } from '../../../ui/paper/checker.ts';
import after from './pictures/dog-after.webp';
import before from './pictures/dog-before.webp';

const frame = { position: 'relative', aspectRatio: '4 / 3', overflow: 'hidden', borderRadius: '3px' } as const;
const cover = { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' } as const;

function Photo() {
  return (
    <Box sx={frame}>
      <Box component="img" src={before} alt="" loading="lazy" sx={cover} />
    </Box>
  );
}

function PhotoBeingCut() {
  return (
    <Box sx={frame}>
      <Box
        component="img"
        src={before}
        alt=""
        loading="lazy"
        sx={{ ...cover, filter: 'grayscale(1) brightness(1.12) contrast(0.7)' }}
      />
      <Box
        component="img"
        src={after}
        alt=""
        loading="lazy"
        sx={{
          ...cover,
          filter:
            'drop-shadow(2px 0 0 #ff5a1f) drop-shadow(-2px 0 0 #ff5a1f) drop-shadow(0 2px 0 #ff5a1f) drop-shadow(0 -2px 0 #ff5a1f)',
        }}
      />
    </Box>
  );
}

function CutOut() {
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  return (
    <Box sx={{ ...frame, background: checker(checkerLight, checkerDark, 24) }}>
      <Box component="img" src={after} alt="" loading="lazy" sx={cover} />
    </Box>
  );
}

const steps: readonly { name: 'drop' | 'cut' | 'take'; picture: ReactNode }[] = [
  { name: 'drop', picture: <Photo /> },
  { name: 'cut', picture: <PhotoBeingCut /> },
  { name: 'take', picture: <CutOut /> },
];

export function Steps() {
  const { t } = useTranslation('home');
  return (
    <Box
      component="section"
      id="how-to-use"
      aria-labelledby="steps-title"
      sx={{
        maxWidth: 1280,
        marginInline: 'auto',
        paddingInline: { xs: 2, md: 4 },
        paddingBlockStart: { xs: 8, md: '104px' },
      }}
    >
      <Typography variant="h2" id="steps-title">
        {t('steps.title')}
      </Typography>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          margin: '32px 0 0',
          padding: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
          gap: 4,
        }}
      >
        {steps.map(({ name, picture }) => (
          <li key={name}>
            {picture}
            <Typography variant="h3" sx={{ marginBlock: '18px 6px' }}>
              {t(`steps.${name}.title`)}
            </Typography>
            <Typography sx={{ color: 'text.secondary', maxWidth: '36em' }}>{t(`steps.${name}.text`)}</Typography>
          </li>
        ))}
      </Box>
    </Box>
  );
}
