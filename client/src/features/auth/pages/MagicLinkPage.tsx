import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Profile } from '@clearcut/schemas/identity/http';
import { logInByLink } from '../session/api.ts';
import { authModal } from '../modal/auth-modal.ts';
import { enter } from '../session/enter.ts';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { firstPathFor } from '../../private-area/menu.ts';
import { SheetPage } from '../../../ui/page/SheetPage.tsx';

/** A link works once, and React may run an effect twice: each token is sent by the first who asks. */
const attempts = new Map<string, Promise<Profile>>();

function attempt(token: string): Promise<Profile> {
  const going = attempts.get(token) ?? enter(() => logInByLink(token));
  attempts.set(token, going);
  return going;
}

/** What a sign-in link from a mail opens. */
export function MagicLinkPage() {
  const { t } = useTranslation('auth');
  const failureText = useFailureText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    if (token === '') return;
    attempt(token).then(
      (profile) => navigate(firstPathFor(profile), { replace: true }),
      (error: unknown) => setFailure(toFailure(error)),
    );
  }, [token, navigate]);

  const refused = failure !== undefined && failure.status >= 400 && failure.status < 500;
  return (
    <>
      <Head page="magicLink" />
      {token !== '' && failure === undefined ? (
        <SheetPage title={t('magic.title')}>
          <Box role="status">{t('magic.wait')}</Box>
        </SheetPage>
      ) : (
        <SheetPage title={token === '' ? t('magic.title') : t('magic.failed')}>
          <Box role="alert">
            {token === '' && t('magic.noToken')}
            {failure !== undefined && (refused ? failureText(failure) : t('magic.manually'))}
          </Box>
          <div>
            <Button variant="contained" color="primary" onClick={() => authModal.open('login')}>
              {t('login.submit')}
            </Button>
          </div>
        </SheetPage>
      )}
    </>
  );
}
