import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { CoinIcon } from '../../../ui/icons.tsx';
import { DownloadIcon, RetryIcon } from '../../../ui/work-icons.tsx';
import type { ArchiveDownload, ArchiveItem } from '../archive/useArchive.ts';
import { idOf } from '../uploads/life/life.ts';
import { canRetry, viewOf } from '../uploads/life/selectors.ts';
import { countStages, type BulkItem } from './store/bulk-item.ts';
import { bulkStore } from './store/bulk-store.ts';
import type { AllInHd } from './store/useSaveAll.ts';

export interface BulkActionsProps {
  readonly items: readonly BulkItem[];
  readonly hd: AllInHd;
  readonly archive: ArchiveDownload;
  /** These ask for confirmation first. */
  readonly onAsk: (about: 'save' | 'new') => void;
}

const archiveItem = ({ life, name }: BulkItem, isHigh: boolean): ArchiveItem => ({
  id: idOf(life) ?? '',
  name,
  bytes: isHigh ? viewOf(life)?.save?.bytes : undefined,
});

export function BulkActions({ items, hd, archive, onAsk }: BulkActionsProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const stages = countStages(items);
  const ready = items.filter(({ life }) => life.stage === 'ready');
  const again = items.filter(({ life }) => canRetry(life)).length;
  const isSaving = hd.state.stage === 'running';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, '& > *': { flexGrow: { xs: 1, sm: 0 } } }}>
      {hd.unsaved.length > 0 && !isSaving && (
        <Button variant="contained" color="primary" onClick={() => onAsk('save')} startIcon={<CoinIcon aria-hidden />}>
          {t('actions.saveAll')}
        </Button>
      )}
      {hd.saved.length > 0 && (
        <Button
          variant={hd.unsaved.length > 0 ? 'outlined' : 'contained'}
          color={hd.unsaved.length > 0 ? 'inherit' : 'primary'}
          onClick={() =>
            archive.start(
              'high',
              hd.saved.map((item) => archiveItem(item, true)),
            )
          }
          startIcon={<DownloadIcon aria-hidden />}
        >
          {t('actions.downloadHigh', { count: hd.saved.length, number: number(hd.saved.length) })}
        </Button>
      )}
      {ready.length > 0 && (
        <Button
          variant="outlined"
          onClick={() =>
            archive.start(
              'low',
              ready.map((item) => archiveItem(item, false)),
            )
          }
          startIcon={<DownloadIcon aria-hidden />}
        >
          {t('actions.downloadLow')}
        </Button>
      )}
      {again > 0 && (
        <Button variant="outlined" onClick={() => bulkStore.retry()} startIcon={<RetryIcon aria-hidden />}>
          {t('actions.retryFailed', { count: again, number: number(again) })}
        </Button>
      )}
      {stages.queued + stages.sending > 0 && (
        <Button variant="outlined" onClick={() => void bulkStore.cancel()}>
          {t('actions.cancel')}
        </Button>
      )}
      <Button variant="outlined" onClick={() => onAsk('new')} disabled={isSaving}>
        {t('actions.new')}
      </Button>
    </Box>
  );
}
