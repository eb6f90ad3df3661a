import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Comparison } from './Comparison.tsx';
import { pairs } from './pairs.ts';

/** Results of the product as it is (`npm run examples`), one large at a time. */
export function Pairs() {
  const { t } = useTranslation(['home', 'uploads']);
  const [shown, setShown] = useState(0);
  const pair = pairs[shown];
  if (pair === undefined) return null;
  return (
    <Box
      component="section"
      aria-labelledby="pairs-title"
      sx={{
        maxWidth: 1280,
        marginInline: 'auto',
        paddingInline: { xs: 2, md: 4 },
        paddingBlockStart: { xs: 7, md: '88px' },
      }}
    >
      <Typography variant="h2" id="pairs-title">
        {t('home:pairs.title')}
      </Typography>
      <Box
        sx={{
          marginBlockStart: 3.5,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 900px) minmax(140px, 200px)' },
          justifyContent: 'space-between',
          alignItems: 'start',
          gap: { xs: 1.5, md: 4 },
        }}
      >
        {/* A new key brings the line back to the middle. */}
        <Comparison key={pair.name} pair={pair} />
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            margin: 0,
            padding: 0,
            display: 'grid',
            gridTemplateColumns: { xs: `repeat(${pairs.length}, minmax(0, 1fr))`, md: 'minmax(0, 1fr)' },
            gap: { xs: 1.5, md: 2 },
          }}
        >
          {pairs.map(({ name, small }, index) => (
            <li key={name}>
              <ButtonBase
                aria-pressed={index === shown}
                onClick={() => setShown(index)}
                sx={{
                  width: '100%',
                  display: 'grid',
                  gap: 0.75,
                  padding: 0.5,
                  borderRadius: '6px',
                  fontFamily: 'inherit',
                  fontWeight: index === shown ? 650 : 550,
                  boxShadow: index === shown ? 'inset 0 0 0 2px currentColor' : 'none',
                  '& img': { display: 'block', width: '100%', aspectRatio: '4 / 3', borderRadius: '3px' },
                }}
              >
                <img src={small} alt={t(`uploads:examples.${name}`)} loading="lazy" />
                {/* Four words do not fit beside each other on a phone. */}
                <Box component="span" aria-hidden sx={{ display: { xs: 'none', md: 'block' } }}>
                  {t(`uploads:examples.${name}`)}
                </Box>
              </ButtonBase>
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
