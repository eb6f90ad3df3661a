import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { snipped } from '../../ui/snipped.ts';
import { CoinIcon, RetryIcon } from '../../ui/work-icons.tsx';
import { ArchiveNote } from '../archive/ArchiveNote.tsx';
import { useArchive, type ArchiveItem } from '../archive/useArchive.ts';
import { canRetry, countPhases, phaseOf, type BulkItem } from './bulk-item.ts';
import { bulkStore, type BulkState } from './bulk-store.ts';
import { BulkProgress } from './BulkProgress.tsx';
import { SaveAllDialog } from './SaveAllDialog.tsx';
import { SaveAllNote } from './SaveAllNote.tsx';
import { useSaveAll } from './useSaveAll.ts';

const archiveItem = ({ transactionId, name, view }: BulkItem, isHigh: boolean): ArchiveItem => ({
  id: transactionId ?? '',
  name,
  bytes: isHigh ? view?.save?.bytes : undefined,
});

/** The whole bulk upload: how far it is, and what can be done with all of it. */
export function BulkPanel({ state }: { state: BulkState }) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const { items, place, wasSaving } = state;
  const [asks, setAsks] = useState<'save' | 'new'>();
  const hd = useSaveAll(items);
  const archive = useArchive();
  const { waiting, uploading } = countPhases(items);
  const ready = items.filter((item) => phaseOf(item) === 'ready');
  const again = items.filter(canRetry).length;
  const isSaving = hd.state.stage === 'running';

  return (
    <Sheet sx={[snipped(28), { display: 'grid', gap: '20px', padding: { xs: '20px', sm: '26px 28px' } }]}>
      <BulkProgress items={items} place={place} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px', '& > *': { flexGrow: { xs: 1, sm: 0 } } }}>
        {hd.unsaved.length > 0 && !isSaving && (
          <Button
            variant="contained"
            color="primary"
            onClick={() => setAsks('save')}
            startIcon={<CoinIcon aria-hidden />}
          >
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
        {waiting + uploading > 0 && (
          <Button variant="outlined" onClick={() => void bulkStore.cancel()}>
            {t('actions.cancel')}
          </Button>
        )}
        <Button variant="outlined" onClick={() => setAsks('new')} disabled={isSaving}>
          {t('actions.new')}
        </Button>
      </Box>
      <SaveAllNote
        state={hd.state}
        interrupted={wasSaving ? hd.unsaved.length : undefined}
        onResume={() => setAsks('save')}
      />
      <ArchiveNote archive={archive} />
      {asks === 'save' && (
        <SaveAllDialog
          count={hd.unsaved.length}
          onConfirm={() => {
            setAsks(undefined);
            void hd.save();
          }}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'new' && (
        <ConfirmDialog
          open
          title={t('confirmNew.title')}
          text={t('confirmNew.text')}
          confirm={t('confirmNew.confirm')}
          keep={t('confirmNew.keep')}
          busy={false}
          onConfirm={() => {
            setAsks(undefined);
            void bulkStore.clear();
          }}
          onClose={() => setAsks(undefined)}
        />
      )}
    </Sheet>
  );
}
