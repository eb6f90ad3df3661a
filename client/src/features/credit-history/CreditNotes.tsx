import { useTranslation } from 'react-i18next';
import { ListFailed, ListNoMatch, ListNote } from '../../lib/react-admin/ListNotes.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { snipped } from '../../ui/snipped.ts';

/** A team that never had a credit. */
export function HistoryEmpty() {
  const { t } = useTranslation('credit-history');
  return (
    <Sheet sx={snipped(28)}>
      <ListNote title={t('empty.title')} text={t('empty.text')} />
    </Sheet>
  );
}

export function HistoryNoMatch() {
  const { t } = useTranslation('credit-history');
  return <ListNoMatch title={t('none.title')} text={t('none.text')} clear={t('none.clear')} />;
}

export function HistoryFailed() {
  const { t } = useTranslation('credit-history');
  return <ListFailed title={t('failed.title')} again={t('failed.again')} />;
}
