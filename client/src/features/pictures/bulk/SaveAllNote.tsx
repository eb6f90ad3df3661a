import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { bulkStore } from './store/bulk-store.ts';
import { SavingNote } from './SavingNote.tsx';
import type { SaveAllState } from './store/save-all.ts';

export interface SaveAllNoteProps {
  readonly state: SaveAllState;
  /** Pictures left of a run interrupted by a reload; undefined: none. */
  readonly interrupted: number | undefined;
  readonly onResume: () => void;
}

/** Progress, end or interruption of saving everything. An interrupted run resumes only on request. */
export function SaveAllNote({ state, interrupted, onResume }: SaveAllNoteProps) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  if (state.stage !== 'idle') return <SavingNote state={state} />;
  if (interrupted === undefined || interrupted === 0) return null;
  return (
    <Box role="status">
      <Box sx={{ fontWeight: 'strong' }}>
        {t('save.interrupted', { count: interrupted, number: format.number(interrupted) })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, marginBlockStart: '10px' }}>
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
