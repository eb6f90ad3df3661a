import type { Profile } from '@clearcut/schemas/identity/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { KeyIcon, MailIcon } from '../../../ui/work-icons.tsx';
import { canUsePasskeys } from '../passkey/ceremonies.ts';
import { PasskeyButton } from '../passkey/PasskeyButton.tsx';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { addressOf } from '../../../lib/contracts/call.ts';
import { logInByPasskey } from '../api.ts';
import { enter } from '../session/enter.ts';
import { visitor } from '../session/visitor.ts';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';

export interface OtherWaysProps {
  readonly type: 'login' | 'register';
  /** Path to return to. */
  readonly returnTo: string;
  readonly onMagicLink?: () => void;
  /** Called after a passkey login. */
  readonly onEntered?: (profile: Profile) => void;
  /** Called before the page is left for a third-party login. */
  readonly onLeave?: (() => void) | undefined;
}

/** Passkey, third-party login (if configured) and sign-in link. */
export function OtherWays({ type, returnTo, onMagicLink, onEntered, onLeave }: OtherWaysProps) {
  const { t, i18n } = useTranslation('auth');
  const { oidc } = useAuthOptions();
  if (oidc === null && onMagicLink === undefined) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          color: 'text.secondary',
          fontSize: 'small',
          '&::before, &::after': { content: '""', flexGrow: 1, borderBlockStart: '2px dashed', borderColor: 'divider' },
        }}
      >
        {t('or')}
      </Box>
      {onEntered !== undefined && canUsePasskeys() && (
        <PasskeyButton
          label={t('login.passkey')}
          purpose="log-in"
          onAnswer={async (passkey) => onEntered(await enter(() => logInByPasskey(passkey)))}
        />
      )}
      {oidc !== null && (
        <Button
          variant="outlined"
          // A server page that redirects to the other site.
          href={addressOf(authContracts.thirdPartyStart, {
            query: { type, return_to: returnTo, language: i18n.language, ...visitor() },
          })}
          onClick={onLeave}
          startIcon={<KeyIcon aria-hidden />}
        >
          {t('continueWith', { name: oidc.name })}
        </Button>
      )}
      {onMagicLink !== undefined && (
        <Button variant="outlined" onClick={onMagicLink} startIcon={<MailIcon aria-hidden />}>
          {t('link.magic.offer')}
        </Button>
      )}
    </Box>
  );
}
