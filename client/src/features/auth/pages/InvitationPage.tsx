import type { InvitationView } from '@clearcut/schemas/identity/http';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { getInvitation } from '../session/api.ts';
import { InvitationForm } from '../forms/InvitationForm.tsx';
import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { firstPathFor } from '../../private-area/menu.ts';
import { SheetPage } from '../../../ui/page/SheetPage.tsx';

/** What the link of an invitation opens: who invites, and the password that makes the account one's own. */
export function InvitationPage() {
  const { t } = useTranslation('auth');
  const failureText = useFailureText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [invitation, setInvitation] = useState<InvitationView>();
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    const looking = token === '' ? Promise.reject(new Failure('link_expired')) : getInvitation(token);
    looking.then(setInvitation, (error: unknown) => setFailure(toFailure(error)));
  }, [token]);

  return (
    <>
      <Head page="invitation" />
      {failure !== undefined && (
        <SheetPage title={t('invitation.failed')}>
          <div role="alert">{failure.code === 'link_expired' ? t('invitation.expired') : failureText(failure)}</div>
        </SheetPage>
      )}
      {invitation !== undefined && (
        <SheetPage
          title={t('invitation.title')}
          lead={t('invitation.lead', { name: invitation.invitedBy, email: invitation.email })}
        >
          <InvitationForm
            token={token}
            invitation={invitation}
            onEntered={(profile) => void navigate(firstPathFor(profile), { replace: true })}
          />
        </SheetPage>
      )}
      {failure === undefined && invitation === undefined && <SheetPage title={t('invitation.title')} />}
    </>
  );
}
