import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { AlertIcon, CheckIcon } from '../../../ui/icons.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { SaveAllState } from './store/save-all.ts';

function Ended({ state }: { state: Extract<SaveAllState, { stage: 'ended' }> }) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const { saved, failed, total, isBroke } = state;
  const left = total - saved - failed;
  const isWhole = failed === 0 && left === 0;
  return (
    <Box role={isWhole ? 'status' : 'alert'} sx={{ display: 'flex', gap: 1 }}>
      {isWhole ? <CheckIcon aria-hidden /> : <AlertIcon aria-hidden />}
      <Box sx={{ fontWeight: 'strong' }}>
        {t('save.ended', { count: saved, number: format.number(saved) })}{' '}
        {isBroke && t('save.broke', { left: format.number(left), total: format.number(total) })}{' '}
        {failed > 0 && t('save.failed', { count: failed, number: format.number(failed) })}
      </Box>
    </Box>
  );
}

export interface SavingNoteProps {
  readonly state: Exclude<SaveAllState, { stage: 'idle' }>;
}

export function SavingNote({ state }: SavingNoteProps) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  if (state.stage === 'running') {
    const words = t('save.running', { done: format.number(state.done), total: format.number(state.total) });
    return (
      <Box role="status" sx={{ display: 'grid', gap: 1, fontWeight: 'strong', fontVariantNumeric: 'tabular-nums' }}>
        {words}
        <ProgressBar label={words} share={state.done / Math.max(1, state.total)} height={6} />
      </Box>
    );
  }
  return <Ended state={state} />;
}
