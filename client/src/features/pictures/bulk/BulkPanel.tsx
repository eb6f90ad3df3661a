import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { ArchiveNote } from '../archive/ArchiveNote.tsx';
import { useArchive } from '../archive/useArchive.ts';
import { bulkStore, type BulkState } from './store/bulk-store.ts';
import { BulkActions } from './BulkActions.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import { SaveAllDialog } from './SaveAllDialog.tsx';
import { SaveAllNote } from './SaveAllNote.tsx';
import { isGuess, useSaveAll } from './store/useSaveAll.ts';

export function BulkPanel({ state }: { state: BulkState }) {
  const { t } = useTranslation('bulk');
  const { items, place, wasSaving } = state;
  const [asks, setAsks] = useState<'save' | 'new'>();
  const hd = useSaveAll(items);
  const archive = useArchive();

  return (
    <Sheet sx={[snipped(28), { display: 'grid', gap: 2.5, padding: { xs: 2.5, sm: '26px 28px' } }]}>
      <BulkProgress items={items} place={place} />
      <BulkActions items={items} hd={hd} archive={archive} onAsk={setAsks} />
      <SaveAllNote
        state={hd.state}
        interrupted={wasSaving ? hd.unsaved.length : undefined}
        onResume={() => setAsks('save')}
      />
      <ArchiveNote archive={archive} />
      {asks === 'save' && (
        <SaveAllDialog
          count={hd.unsaved.length}
          guesses={hd.unsaved.filter(isGuess).length}
          onConfirm={(acceptGuess) => {
            setAsks(undefined);
            void hd.save(acceptGuess);
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
