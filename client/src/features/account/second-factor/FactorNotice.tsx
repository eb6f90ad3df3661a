import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { NoticeBar } from '../../../ui/NoticeBar.tsx';

/** Days before the team requires a second factor. */
export function FactorNotice({ due }: { readonly due: string }) {
  const { t } = useTranslation('app');
  const { moment } = useFormat();
  return (
    <NoticeBar label={t('factorDue.setUp')} text={t('factorDue.text', { date: moment(due) })}>
      <Button variant="outlined" component={Link} to="/app/my-account">
        {t('factorDue.setUp')}
      </Button>
    </NoticeBar>
  );
}
