import { useTranslation } from 'react-i18next';
import { Sheet } from '../ui/paper/Sheet.tsx';
import { snipped } from '../ui/paper/snipped.ts';
import { ListFailed, ListNoMatch, ListNote } from './ListNotes.tsx';

interface LogProps {
  readonly log: 'ledger' | 'security-log';
}

export function LogEmpty({ log }: LogProps) {
  const { t } = useTranslation(log);
  return (
    <Sheet sx={snipped(28)}>
      <ListNote title={t('empty.title')} text={t('empty.text')} />
    </Sheet>
  );
}

export function LogNoMatch({ log }: LogProps) {
  const { t } = useTranslation(log);
  return <ListNoMatch title={t('none.title')} text={t('none.text')} clear={t('none.clear')} />;
}

export function LogFailed({ log }: LogProps) {
  const { t } = useTranslation(log);
  return <ListFailed title={t('failed.title')} again={t('failed.again')} />;
}
