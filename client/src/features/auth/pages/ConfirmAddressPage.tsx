import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { SheetPage } from '../../../ui/page/SheetPage.tsx';
import { firstPathFor } from '../../private-area/menu.ts';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { renewWish, wishedAt } from '../../private-area/save-wish.ts';
import { authModal } from '../modal/auth-modal.ts';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';
import { session } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';

/**
 * Opened by the link in the mail to the address of the sign-up, or to a new one (`change`). The account must be logged
 * in; the server says why.
 */
export function ConfirmAddressPage() {
  const { t } = useTranslation('auth');
  const failureText = useFailureText();
  const { number } = useFormat();
  const { starterCredits } = useAuthOptions();
  const { status, profile } = useSession();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const isChange = query.has('change');
  const [isConfirmed, setConfirmed] = useState(false);
  // Kept: the tab where the save began may make it meanwhile.
  const [waitingAt] = useState(wishedAt);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>(token === '' ? new Failure('link_expired') : undefined);

  useEffect(() => void session.check(), []);

  const confirm = async () => {
    setBusy(true);
    try {
      await call(authContracts.proveAddress, { body: { token } });
      setConfirmed(true);
      renewWish();
      await session.renew();
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  };

  const isDone = status === 'loggedIn' && (isConfirmed || (!isChange && profile.email_verified));
  const lead = () => {
    if (status !== 'loggedIn') return undefined;
    if (isDone) return isChange ? profile.email : t('proof.doneText', { email: profile.email });
    const email = isChange ? profile.pending_email : profile.email;
    return email === null ? undefined : t('proof.lead', { email });
  };
  const text = lead();
  return (
    <>
      <Head page="confirmAddress" />
      <SheetPage title={isDone ? t('proof.done') : t('proof.title')} {...(text === undefined ? {} : { lead: text })}>
        {!isDone && failure !== undefined && (
          <Box role="alert">{failure.code === 'link_expired' ? t('proof.expired') : failureText(failure)}</Box>
        )}
        {isDone && !isChange && profile.role === 'admin' && starterCredits > 0 && (
          <Typography>{t('proof.starterDone', { count: starterCredits, number: number(starterCredits) })}</Typography>
        )}
        {status === 'checking' && <Box role="status">{t('magic.wait')}</Box>}
        {status === 'loggedOut' && (
          <>
            <Typography>{t('proof.logIn')}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('proof.notMe')}</Typography>
            <div>
              <Button
                variant="contained"
                color="primary"
                onClick={() => authModal.open('login', { goTo: location.pathname + location.search })}
              >
                {t('login.submit')}
              </Button>
            </div>
          </>
        )}
        {status === 'loggedIn' && (
          <div>
            {isDone || failure !== undefined ? (
              <Button variant="contained" color="primary" component={Link} to={waitingAt ?? firstPathFor(profile)}>
                {t(waitingAt === undefined ? 'proof.goOn' : 'proof.toPicture')}
              </Button>
            ) : (
              <Button variant="contained" color="primary" disabled={busy} onClick={() => void confirm()}>
                {t('proof.submit')}
              </Button>
            )}
          </div>
        )}
      </SheetPage>
    </>
  );
}
