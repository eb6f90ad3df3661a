import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { exampleFile, type Example } from './examples.ts';
import { examples } from './shown-examples.ts';

/** Degrees; the prints lie slightly askew. */
const TILT = [-3, 1.5, -1, 2.5];

export function ExamplePictures({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('uploads');
  const failureText = useFailureText();
  const [failure, setFailure] = useState<Failure>();

  const pick = async (example: Example) => {
    setFailure(undefined);
    try {
      onFiles([await exampleFile(example)]);
    } catch (error) {
      setFailure(toFailure(error));
    }
  };

  return (
    <Box component="section" aria-labelledby="examples-title">
      <Typography id="examples-title" component="h2" variant="body2" sx={{ fontWeight: 'strong', marginBlockEnd: 1.5 }}>
        {t('examples.title')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: { xs: 1, sm: 2 } }}>
        {examples.map((example, index) => (
          <ButtonBase
            key={example.name}
            onClick={() => void pick(example)}
            sx={{
              padding: { xs: 0.5, sm: 0.75 },
              backgroundColor: '#fdfdfb',
              borderRadius: '2px',
              boxShadow: 'var(--mui-palette-clearcut-shadow)',
              rotate: `${TILT[index % TILT.length]}deg`,
              transition: 'rotate 160ms, translate 160ms',
              '&:hover, &:focus-visible': { rotate: '0deg', translate: '0 -4px' },
            }}
          >
            <Box
              component="img"
              src={example.small}
              alt={t(`examples.${example.name}`)}
              width={256}
              height={192}
              sx={{ display: 'block', width: '100%', height: 'auto' }}
            />
          </ButtonBase>
        ))}
      </Box>
      <Box role="alert">{failure !== undefined && <Typography>{failureText(failure)}</Typography>}</Box>
    </Box>
  );
}
