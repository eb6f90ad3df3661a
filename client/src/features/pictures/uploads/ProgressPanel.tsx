import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { UploadState } from './upload-state.ts';
import { usePlaceText } from './transaction/usePlaceText.ts';

export type BusyState = Extract<UploadState, { stage: 'restoring' | 'sending' | 'waiting' }>;

function useWords(state: BusyState): string {
  const { t } = useTranslation('uploads');
  if (state.stage === 'restoring') return t('progress.restoring');
  if (state.stage === 'waiting') return t('progress.processing');
  return state.source !== undefined && 'url' in state.source ? t('progress.uploadingUrl') : t('progress.uploading');
}

export function ProgressPanel({ state, onCancel }: { state: BusyState; onCancel: () => void }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const words = useWords(state);
  const placeText = usePlaceText();
  const sent = state.stage === 'sending' ? state.sent : undefined;
  const isOffline = state.stage === 'sending' && state.isOffline;
  const place = state.stage === 'waiting' ? state.place : undefined;
  const share = sent === undefined || sent.total === 0 ? undefined : sent.bytes / sent.total;

  return (
    <>
      <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
        {words}
      </Typography>
      <Box sx={{ marginBlock: '20px 10px' }}>
        <ProgressBar label={words} share={share} />
      </Box>
      <Typography
        variant="body2"
        sx={{ color: 'text.secondary', minHeight: '1.5em', fontVariantNumeric: 'tabular-nums' }}
      >
        {sent !== undefined &&
          !isOffline &&
          t('progress.sent', { sent: format.bytes(sent.bytes), total: format.bytes(sent.total) })}
        {place !== undefined && placeText(place.ahead)}
        {isOffline && <span role="status">{t('progress.offline')}</span>}
      </Typography>
      <Button variant="outlined" onClick={onCancel} sx={{ marginBlockStart: 2.5 }}>
        {t('progress.cancel')}
      </Button>
    </>
  );
}
