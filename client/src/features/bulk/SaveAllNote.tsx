import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { bulkStore } from './store/bulk-store.ts';
import type { SaveAllState } from './store/save-all.ts';

function Ended({ state }: { state: Extract<SaveAllState, { stage: 'ended' }> }) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const { saved, failed, total, isBroke } = state;
  const left = total - saved - failed;
  const isWhole = failed === 0 && left === 0;
  return (
    <Box role={isWhole ? 'status' : 'alert'} sx={{ display: 'flex', gap: '10px' }}>
      {isWhole ? <CheckIcon aria-hidden /> : <AlertIcon aria-hidden />}
      <Box sx={{ fontWeight: 550 }}>
        {t('save.ended', { count: saved, number: format.number(saved) })}{' '}
        {isBroke && t('save.broke', { left: format.number(left), total: format.number(total) })}{' '}
        {failed > 0 && t('save.failed', { count: failed, number: format.number(failed) })}
      </Box>
    </Box>
  );
}

export interface SaveAllNoteProps {
  readonly state: SaveAllState;
  /** How many pictures are left of a run that a reload broke off; undefined when there was none. */
  readonly interrupted: number | undefined;
  readonly onResume: () => void;
}

/** How the saving of everything is getting on, how it ended, or that it was broken off. It goes on only when asked to. */
export function SaveAllNote({ state, interrupted, onResume }: SaveAllNoteProps) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  if (state.stage === 'running') {
    const words = t('save.running', { done: format.number(state.done), total: format.number(state.total) });
    return (
      <Box role="status" sx={{ display: 'grid', gap: '8px', fontWeight: 550, fontVariantNumeric: 'tabular-nums' }}>
        {words}
        <ProgressBar label={words} share={state.done / Math.max(1, state.total)} height={6} />
      </Box>
    );
  }
  if (state.stage === 'ended') return <Ended state={state} />;
  if (interrupted === undefined || interrupted === 0) return null;
  return (
    <Box role="status">
      <Box sx={{ fontWeight: 550 }}>
        {t('save.interrupted', { count: interrupted, number: format.number(interrupted) })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px', marginBlockStart: '10px' }}>
        <Button variant="contained" color="primary" onClick={onResume}>
          {t('save.resume')}
        </Button>
        <Button variant="outlined" onClick={() => void bulkStore.noteSaving(false)}>
          {t('save.leave')}
        </Button>
      </Box>
    </Box>
  );
}
