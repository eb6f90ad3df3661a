import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { idOf } from '../pictures/uploads/life/life.ts';
import { usePlaceText } from '../pictures/uploads/transaction/usePlaceText.ts';
import { ACCEPTED } from '../pictures/uploads/files/validation.ts';
import { whyNoPicture } from './no-picture.ts';
import { usePictureFailureText } from './usePictureFailureText.ts';
import { useGallery } from './picture/usePicture.ts';

export function NoPicture({ strip, onFiles }: { strip: React.ReactNode; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation(['editor', 'uploads']);
  const failureText = usePictureFailureText();
  const placeText = usePlaceText();
  const state = useGallery();
  const input = useRef<HTMLInputElement>(null);
  const { text, failure } = whyNoPicture(state);
  const life = state.entries.find(({ id }) => id === state.selectedId)?.life;
  const place = life?.stage === 'waiting' ? life.place : undefined;
  const isOffline = state.isOffline && life !== undefined && idOf(life) === undefined;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'min(520px, 100%)',
        placeContent: 'start center',
        gap: 2,
        padding: { xs: '28px 16px 40px', md: '40px 32px 56px' },
      }}
    >
      <Sheet
        sx={[snipped(28), { padding: { xs: '28px 22px', sm: '36px' }, display: 'grid', gap: 2, justifyItems: 'start' }]}
      >
        <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
          {t(`none.${text}`)}
        </Typography>
        {(text === 'loading' || text === 'working') && <CircularProgress aria-label={t(`none.${text}`)} />}
        {place !== undefined && (
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {placeText(place.ahead)}
          </Typography>
        )}
        {text === 'working' && isOffline && (
          <Typography role="status" sx={{ color: 'text.secondary' }}>
            {t('progress.offline', { ns: 'uploads' })}
          </Typography>
        )}
        <VisuallyHidden role="status">{place === undefined ? '' : placeText(place.announced)}</VisuallyHidden>
        {failure !== undefined && (
          <Typography key={state.selectedId} role="alert" color={text === 'failed' ? undefined : 'error'}>
            {failureText(failure)}
          </Typography>
        )}
        {text === 'failed' && (
          <Button variant="outlined" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        )}
        {(text === 'empty' || text === 'broken') && (
          <>
            <Typography sx={{ color: 'text.secondary' }}>{t('none.lead')}</Typography>
            <Button variant="contained" color="primary" size="large" onClick={() => input.current?.click()}>
              {t('strip.add')}
            </Button>
            <input
              ref={input}
              type="file"
              accept={ACCEPTED}
              hidden
              onChange={({ target }) => {
                onFiles([...(target.files ?? [])]);
                // Choosing the same file again must fire a change.
                target.value = '';
              }}
            />
          </>
        )}
      </Sheet>
      {state.entries.length > 0 && strip}
    </Box>
  );
}
