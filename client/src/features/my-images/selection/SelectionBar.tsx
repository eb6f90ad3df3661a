import { BULK_MAX_IMAGES, HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { useStore } from '../../../lib/useStore.ts';
import { CloseIcon, CoinIcon } from '../../../ui/icons.tsx';
import { DownloadIcon, TemplateIcon, TrashIcon } from '../../../ui/work-icons.tsx';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { ArchiveNote } from '../../pictures/archive/ArchiveNote.tsx';
import type { ArchiveDownload, ArchiveItem } from '../../pictures/archive/useArchive.ts';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';
import { SavingNote } from '../../pictures/bulk/SavingNote.tsx';
import { BackgroundIcon } from '../../editor/controls/icons.tsx';
import { hdFileOf } from '../../pictures/saves/hd-file.ts';
import { saveStore } from '../../pictures/saves/save-store.ts';
import { outcomeOf } from '../../pictures/uploads/transaction/outcome.ts';
import { savesOfSelected } from './saves-of-selected.ts';

export interface SelectionBarProps {
  readonly selected: readonly TransactionView[];
  readonly archive: ArchiveDownload;
  readonly onDelete: () => void;
  readonly onSave: (unsaved: readonly TransactionView[]) => void;
  readonly onBackground: (editable: readonly TransactionView[]) => void;
  readonly onTemplate: (editable: readonly TransactionView[]) => void;
  readonly onClear: () => void;
}

const itemOf = ({ id, originalFileName }: TransactionView): ArchiveItem => ({ id, name: originalFileName });
const hdItemOf = (view: TransactionView): ArchiveItem => ({ ...itemOf(view), bytes: view.save?.bytes });

export function SelectionBar(props: SelectionBarProps) {
  const { selected, archive, onDelete, onSave, onBackground, onTemplate, onClear } = props;
  const { t } = useTranslation('my-images');
  const { t: tSaves } = useTranslation('saves');
  const { number } = useFormat();
  const ready = selected.filter((view) => ['shown', 'improved'].includes(outcomeOf(view)));
  const saved = ready.filter(({ save }) => save !== null);
  const unsaved = ready.filter((view) => hdFileOf(view, saveStore.stateOf(view.id))?.isCurrent !== true);
  const saving = useStore(savesOfSelected);
  const mayEdit = useMayEdit();
  const { hasCredits } = useSiteFacts();
  const isTooMany = ready.length > BULK_MAX_IMAGES;
  const busy = archive.state.stage === 'running' || isTooMany;
  const inCredits = (count: number) => tSaves('credits', { count, number: number(count) });
  const of = (pictures: readonly TransactionView[]) => ({ count: pictures.length, number: number(pictures.length) });
  return (
    <Mat
      className="on-mat"
      role="region"
      aria-label={t('select.bar')}
      sx={[
        snipped(20),
        {
          position: 'sticky',
          zIndex: 2,
          insetBlockEnd: 12,
          marginBlockStart: 2.5,
          padding: { xs: '10px 14px', md: '12px 20px' },
          boxShadow: 'var(--mui-palette-clearcut-shadow)',
          // MUI's colour is made for paper.
          '& .MuiButton-root.Mui-disabled': { color: 'clearcut.onMatSoft', opacity: 0.75 },
        },
      ]}
    >
      {selected.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: 0.5, columnGap: 1.5 }}>
          <Box role="status" sx={{ fontWeight: 'strong', marginInlineEnd: 'auto' }}>
            {t('select.count', of(selected))}
          </Box>
          {mayEdit && unsaved.length > 0 && (
            <Button
              startIcon={hasCredits ? <CoinIcon aria-hidden /> : <DownloadIcon aria-hidden />}
              disabled={saving.stage === 'running'}
              onClick={() => onSave(unsaved)}
            >
              {t('select.saveAll', { ...of(unsaved), price: inCredits(unsaved.length * HD_SAVE_CREDITS) })}
            </Button>
          )}
          {mayEdit && ready.length > 0 && (
            <Button startIcon={<BackgroundIcon aria-hidden />} onClick={() => onBackground(ready)}>
              {t('select.background')}
            </Button>
          )}
          {mayEdit && ready.length > 0 && (
            <Button startIcon={<TemplateIcon aria-hidden />} onClick={() => onTemplate(ready)}>
              {t('select.template')}
            </Button>
          )}
          <Button
            startIcon={<DownloadIcon aria-hidden />}
            disabled={busy || ready.length === 0}
            onClick={() => archive.start('low', ready.map(itemOf))}
          >
            {t('archive.low', of(ready))}
          </Button>
          {saved.length > 0 && (
            <Button
              startIcon={<DownloadIcon aria-hidden />}
              disabled={busy}
              title={saved.length < ready.length ? t('archive.someUnsaved') : undefined}
              onClick={() => archive.start('high', saved.map(hdItemOf))}
            >
              {t('archive.high', of(saved))}
            </Button>
          )}
          <Button startIcon={<TrashIcon aria-hidden />} onClick={onDelete}>
            {t('delete.many')}
          </Button>
          <Button startIcon={<CloseIcon aria-hidden />} onClick={onClear}>
            {t('select.clear')}
          </Button>
        </Box>
      )}
      {isTooMany && <Box role="alert">{t('archive.tooMany', { max: number(BULK_MAX_IMAGES) })}</Box>}
      {saving.stage !== 'idle' && <SavingNote state={saving} />}
      <ArchiveNote archive={archive} />
    </Mat>
  );
}
