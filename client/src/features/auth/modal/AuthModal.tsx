import { MAGIC_LINK_MS } from '@clearcut/schemas/constants';
import type { Profile } from '@clearcut/schemas/identity/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { isFastCheckout } from '../../private-area/fast-checkout.ts';
import { FreeOffer } from '../../../ui/FreeOffer.tsx';
import { renewWish } from '../../private-area/save-wish.ts';
import { authModal, type AuthModalState, type AuthModalType, type Interruption } from './auth-modal.ts';
import { ChangePasswordForm } from '../forms/ChangePasswordForm.tsx';
import { LoginForm } from '../forms/LoginForm.tsx';
import { SendLinkForm } from '../forms/SendLinkForm.tsx';
import { SignUpForm } from '../forms/SignUpForm.tsx';
import { OtherWays } from './OtherWays.tsx';
import { useSession } from '../session/useSession.ts';

/** CSS pixels (docs/product.md, Accounts). */
const WIDTHS: Readonly<Record<AuthModalType, number>> = {
  login: 460,
  recoverPassword: 460,
  changePassword: 460,
  signUp: 540,
  fastSignUp: 540,
};

/** Redirects to the first page the person may open. */
const FIRST_PAGE = '/app';

/** The person goes elsewhere for the login that the save needs: as long as a mailed link works. */
const keepWish = () => renewWish(Date.now() + MAGIC_LINK_MS);

export interface AuthModalProps extends AuthModalState {
  readonly type: AuthModalType;
  readonly onEntered: (profile: Profile) => void;
  readonly onClose: () => void;
}

function Switch({ question, answer, to }: { question: string; answer: string; to: AuthModalType }) {
  return (
    <Typography sx={{ textAlign: 'center' }}>
      {question}{' '}
      <Button
        onClick={() => authModal.switchTo(to)}
        sx={{ minHeight: 44, minWidth: 0, paddingBlock: 0.5, paddingInline: 0.75, verticalAlign: 'baseline' }}
      >
        {answer}
      </Button>
    </Typography>
  );
}

function Content({ type, reason, goTo, oauthError, onEntered, onClose }: AuthModalProps) {
  const { t } = useTranslation('auth');
  // Part of logging in, not a type of its own.
  const [byLink, setByLink] = useState(false);
  const problem = oauthError && t(`oauth.${oauthError}`);
  const returnTo = goTo ?? FIRST_PAGE;
  const onLeave = reason === 'save' ? keepWish : undefined;
  switch (type) {
    case 'login':
      if (byLink) {
        return (
          <>
            <Typography sx={{ color: 'text.secondary' }}>{t('link.magic.lead')}</Typography>
            <SendLinkForm kind="magic" onSent={onLeave} isForPicture={reason === 'save'} />
            <Button onClick={() => setByLink(false)}>{t('link.magic.back')}</Button>
          </>
        );
      }
      return (
        <>
          <LoginForm problem={problem} onEntered={onEntered} onForgot={() => authModal.switchTo('recoverPassword')} />
          <OtherWays
            type="login"
            returnTo={returnTo}
            onMagicLink={() => setByLink(true)}
            onEntered={onEntered}
            onLeave={onLeave}
          />
          <Switch
            question={t('login.new')}
            answer={t('login.toSignUp')}
            to={isFastCheckout(goTo) ? 'fastSignUp' : 'signUp'}
          />
        </>
      );
    case 'signUp':
    case 'fastSignUp':
      return (
        <>
          <SignUpForm
            fast={type === 'fastSignUp'}
            problem={problem}
            onEntered={(profile) => {
              // The dialog announced the save; a login asks first after a longer absence.
              if (reason === 'save') renewWish();
              onEntered(profile);
            }}
          />
          <OtherWays type="register" returnTo={returnTo} onLeave={onLeave} />
          <Switch question={t('signUp.known')} answer={t('signUp.toLogin')} to="login" />
        </>
      );
    case 'recoverPassword':
      return (
        <>
          <SendLinkForm kind="reset" />
          <Switch question={t('recover.known')} answer={t('signUp.toLogin')} to="login" />
        </>
      );
    case 'changePassword':
      return <ChangePasswordForm onDone={onClose} />;
  }
}

/** Focuses the first field; remounts for another type. */
function Body({ children }: { children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    sheet.current?.querySelector('input')?.focus();
  }, []);
  return (
    <Box ref={sheet} sx={{ display: 'grid', gap: 2.5, padding: { xs: '22px 20px 16px', sm: '28px 32px 20px' } }}>
      {children}
    </Box>
  );
}

/** Does not ask a person who should sign up to log in. */
function useLead(type: AuthModalType, reason: Interruption | undefined): string {
  const { t } = useTranslation('auth');
  if (type === 'login' && reason === 'ended') return t('reason.login.ended');
  if (reason === undefined || reason === 'ended' || (type !== 'login' && type !== 'signUp')) return t(`${type}.lead`);
  return t(`reason.${type}.${reason}`);
}

export function AuthModal(props: AuthModalProps) {
  const { isOpen, type, reason, onClose } = props;
  const { t } = useTranslation('auth');
  const { profile } = useSession();
  const lead = useLead(type, reason);
  const titleId = useId();
  // The session may end while the dialog is open or closing; then there is no account whose password could change.
  if (type === 'changePassword' && profile === undefined) return null;
  return (
    <Modal open={isOpen} width={WIDTHS[type]} labelledBy={titleId} closeLabel={t('close')} onClose={onClose}>
      <Mat className="on-mat" sx={{ padding: { xs: '26px 84px 18px 20px', sm: '32px 88px 22px 32px' } }}>
        <Typography variant="h2" id={titleId} sx={{ fontSize: 'larger' }}>
          {t(`${type}.title`)}
        </Typography>
        <Typography sx={{ marginBlockStart: 0.75, color: 'clearcut.onMatSoft' }}>{lead}</Typography>
        {(type === 'signUp' || type === 'fastSignUp') && <FreeOffer sx={{ marginBlockStart: 1.5 }} />}
      </Mat>
      <Body key={type}>
        <Content {...props} />
      </Body>
    </Modal>
  );
}
