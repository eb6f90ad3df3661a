import { useTranslation } from 'react-i18next';
import { ListFailed, ListNoMatch, ListNote } from '../../../admin/ListNotes.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';

/** Right after an upgrade, before the log has been read. */
export function SecurityLogEmpty() {
  const { t } = useTranslation('security-log');
  return (
    <Sheet sx={snipped(28)}>
      <ListNote title={t('empty.title')} text={t('empty.text')} />
    </Sheet>
  );
}

export function SecurityLogNoMatch() {
  const { t } = useTranslation('security-log');
  return <ListNoMatch title={t('none.title')} text={t('none.text')} clear={t('none.clear')} />;
}

export function SecurityLogFailed() {
  const { t } = useTranslation('security-log');
  return <ListFailed title={t('failed.title')} again={t('failed.again')} />;
}
