import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keyframes } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import type { UploadState } from './upload-store.ts';

export type BusyState = Extract<UploadState, { stage: 'restoring' | 'uploading' | 'processing' }>;

const slide = keyframes({ from: { translate: '-100% 0' }, to: { translate: '300% 0' } });

function useWords(state: BusyState): string {
  const { t } = useTranslation('uploads');
  if (state.stage === 'restoring') return t('progress.restoring');
  if (state.stage === 'processing') return t('progress.processing');
  return 'url' in state.source ? t('progress.uploadingUrl') : t('progress.uploading');
}

/** What is going on, how far it is, and the way out of it. */
export function ProgressPanel({ state, onCancel }: { state: BusyState; onCancel: () => void }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const words = useWords(state);
  const sent = state.stage === 'uploading' ? state.sent : undefined;
  const share = sent === undefined || sent.total === 0 ? undefined : sent.bytes / sent.total;

  return (
    <>
      <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
        {words}
      </Typography>
      <Box
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        sx={{
          height: 10,
          marginBlock: '20px 10px',
          overflow: 'hidden',
          backgroundColor: 'clearcut.line',
          borderRadius: '2px',
        }}
      >
        <Box
          sx={[
            { height: '100%', backgroundColor: 'clearcut.accent' },
            share === undefined
              ? { width: '33%', animation: `${slide} 1.3s ease-in-out infinite` }
              : {
                  width: '100%',
                  transformOrigin: 'left',
                  scale: `${share} 1`,
                  '[dir=rtl] &': { transformOrigin: 'right' },
                },
          ]}
        />
      </Box>
      <Typography
        variant="body2"
        sx={{ color: 'text.secondary', minHeight: '1.5em', fontVariantNumeric: 'tabular-nums' }}
      >
        {sent !== undefined && t('progress.sent', { sent: format.bytes(sent.bytes), total: format.bytes(sent.total) })}
      </Typography>
      <Button variant="outlined" onClick={onCancel} sx={{ marginBlockStart: '20px' }}>
        {t('progress.cancel')}
      </Button>
    </>
  );
}
