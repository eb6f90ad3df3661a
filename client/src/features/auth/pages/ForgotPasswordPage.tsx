import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { authModal } from '../modal/auth-modal.ts';
import { ResetPasswordForm } from '../forms/ResetPasswordForm.tsx';
import { SendLinkForm } from '../forms/SendLinkForm.tsx';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { SheetPage } from '../../../ui/page/SheetPage.tsx';

/** Requests the reset link, and is the page that it opens (docs/product.md, Pages). */
export function ForgotPasswordPage() {
  const { t } = useTranslation('auth');
  const { token } = useParams();
  const language = useLanguage();
  const navigate = useNavigate();
  const [done, setDone] = useState(false);

  if (token === undefined) {
    return (
      <>
        <Head page="forgotPassword" />
        <SheetPage title={t('recoverPassword.title')} lead={t('recoverPassword.lead')}>
          <SendLinkForm kind="reset" />
        </SheetPage>
      </>
    );
  }
  return (
    <>
      <Head page="changePassword" />
      {done ? (
        <SheetPage title={t('reset.doneTitle')} lead={t('reset.doneText')}>
          <div role="status">
            <Button variant="contained" color="primary" onClick={() => authModal.open('login')}>
              {t('login.submit')}
            </Button>
          </div>
        </SheetPage>
      ) : (
        <SheetPage title={t('reset.title')} lead={t('reset.lead')}>
          <ResetPasswordForm
            token={token}
            onDone={() => setDone(true)}
            onRestart={() => void navigate(localPath(language, '/forgot-password'))}
          />
        </SheetPage>
      )}
    </>
  );
}
