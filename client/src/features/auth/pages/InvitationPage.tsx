import type { InvitationView } from '@clearcut/schemas/identity/http';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';
import { InvitationForm } from '../forms/InvitationForm.tsx';
import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { firstPathFor } from '../../private-area/menu.ts';
import { SheetPage } from '../../../ui/page/SheetPage.tsx';

/** Opened by an invitation: shows the inviter and asks for a password. */
export function InvitationPage() {
  const { t } = useTranslation('auth');
  const failureText = useFailureText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [invitation, setInvitation] = useState<InvitationView>();
  const [busy, setBusy] = useState(false);
  const [declined, setDeclined] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    const looking =
      token === '' ? Promise.reject(new Failure('link_expired')) : call(authContracts.invitation, { query: { token } });
    looking.then(setInvitation, (error: unknown) => setFailure(toFailure(error)));
  }, [token]);

  const decline = async () => {
    setBusy(true);
    try {
      await call(authContracts.declineInvitation, { body: { token } });
      setDeclined(true);
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Head page="invitation" />
      {failure !== undefined && (
        <SheetPage title={t('invitation.failed')}>
          <div role="alert">{failure.code === 'link_expired' ? t('invitation.expired') : failureText(failure)}</div>
        </SheetPage>
      )}
      {declined && <SheetPage title={t('invitation.declined')} lead={t('invitation.declinedText')} />}
      {!declined && invitation !== undefined && (
        <SheetPage
          title={t('invitation.title')}
          lead={t('invitation.lead', { name: invitation.invitedBy, email: invitation.email })}
        >
          <InvitationForm
            token={token}
            invitation={invitation}
            onEntered={(profile) => void navigate(firstPathFor(profile), { replace: true })}
          />
          <Button disabled={busy} onClick={() => void decline()}>
            {t('invitation.decline')}
          </Button>
        </SheetPage>
      )}
      {failure === undefined && invitation === undefined && <SheetPage title={t('invitation.title')} />}
    </>
  );
}
