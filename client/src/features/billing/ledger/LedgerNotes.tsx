import { useTranslation } from 'react-i18next';
import { ListFailed, ListNoMatch, ListNote } from '../../../admin/ListNotes.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';

/** For a team that never had credits. */
export function LedgerEmpty() {
  const { t } = useTranslation('ledger');
  return (
    <Sheet sx={snipped(28)}>
      <ListNote title={t('empty.title')} text={t('empty.text')} />
    </Sheet>
  );
}

export function LedgerNoMatch() {
  const { t } = useTranslation('ledger');
  return <ListNoMatch title={t('none.title')} text={t('none.text')} clear={t('none.clear')} />;
}

export function LedgerFailed() {
  const { t } = useTranslation('ledger');
  return <ListFailed title={t('failed.title')} again={t('failed.again')} />;
}
