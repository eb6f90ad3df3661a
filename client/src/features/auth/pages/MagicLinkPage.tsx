import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';
import { logInByLink } from '../api.ts';
import { authModal } from '../modal/auth-modal.ts';
import { SecondFactorForm } from '../forms/SecondFactorForm.tsx';
import { enter } from '../session/enter.ts';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { pathAfterLogin } from '../path-after-login.ts';
import { SheetPage } from '../../../ui/page/SheetPage.tsx';

/**
 * Opened by a sign-in link: shows whose it is, and a button that logs in. Opening does not consume the link, because
 * mail programs and virus scanners open links too.
 */
export function MagicLinkPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [email, setEmail] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    if (token === '') return;
    call(authContracts.magicLink, { query: { token } }).then(
      (link) => setEmail(link.email),
      (error: unknown) => setFailure(toFailure(error)),
    );
  }, [token]);

  const logIn = () => {
    setBusy(true);
    enter(() => logInByLink(token))
      .then(
        (profile) => navigate(pathAfterLogin(profile), { replace: true }),
        (error: unknown) => setFailure(toFailure(error)),
      )
      .finally(() => setBusy(false));
  };

  return (
    <>
      <Head page="magicLink" />
      {failure?.code === 'second_factor_required' ? (
        <SheetPage title={t('secondFactor.title')}>
          <SecondFactorForm onEntered={(profile) => void navigate(pathAfterLogin(profile), { replace: true })} />
        </SheetPage>
      ) : token === '' || failure !== undefined ? (
        <Refused failure={failure} />
      ) : email === undefined ? (
        <SheetPage title={t('magic.title')}>
          <Box role="status">{t('magic.wait')}</Box>
        </SheetPage>
      ) : (
        <SheetPage title={t('magic.ready')} lead={t('magic.lead', { email })}>
          <div>
            <Button variant="contained" color="primary" disabled={busy} onClick={logIn}>
              {t('login.submit')}
            </Button>
          </div>
        </SheetPage>
      )}
    </>
  );
}

function Refused({ failure }: { failure: Failure | undefined }) {
  const { t } = useTranslation('auth');
  const failureText = useFailureText();
  const refused = failure !== undefined && failure.status >= 400 && failure.status < 500;
  return (
    <SheetPage title={failure === undefined ? t('magic.title') : t('magic.failed')}>
      <Box role="alert">
        {failure === undefined ? t('magic.noToken') : refused ? failureText(failure) : t('magic.manually')}
      </Box>
      <div>
        <Button variant="contained" color="primary" onClick={() => authModal.open('login')}>
          {t('login.submit')}
        </Button>
      </div>
    </SheetPage>
  );
}
