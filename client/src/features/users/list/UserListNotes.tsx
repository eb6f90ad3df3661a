import { useTranslation } from 'react-i18next';
import { ListFailed, ListNoMatch, ListNote } from '../../../admin/ListNotes.tsx';

export function UserNoMatch() {
  const { t } = useTranslation('users');
  return <ListNoMatch title={t('none.title')} text={t('none.text')} clear={t('none.clear')} />;
}

export function UserAlone() {
  const { t } = useTranslation('users');
  return <ListNote title={t('alone.title')} text={t('alone.text')} />;
}

export function UserListFailed() {
  const { t } = useTranslation('users');
  return <ListFailed title={t('failed.title')} again={t('failed.again')} />;
}
