import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useSession } from '../../features/auth/session/useSession.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { Drawer } from '../../ui/dialogs/Drawer.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { AccountButtons } from './AccountButtons.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { SignOut } from './SignOut.tsx';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { siteLinks } from '../../lib/site/links.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export interface MenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function MenuDrawer({ open, onClose, children }: MenuDrawerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { profile } = useSession();
  const facts = useSiteFacts();
  return (
    <Drawer open={open} label={t('nav.menu')} onClose={onClose}>
      <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', padding: '8px 16px 24px' }}>
        <IconButton
          aria-label={t('nav.closeMenu')}
          color="inherit"
          onClick={onClose}
          sx={{ width: 44, height: 44, borderRadius: '4px', alignSelf: 'flex-end', marginInlineEnd: -1 }}
        >
          <CloseIcon />
        </IconButton>
        {/* Every choice leaves the drawer. */}
        <Box onClick={onClose} sx={{ display: 'flex', flexDirection: 'column', gap: 0.5 }}>
          {children}
          {siteLinks(language, facts).map(({ name, to }) => (
            <Link
              key={name}
              component={RouterLink}
              to={to}
              underline="hover"
              sx={{ fontWeight: 'strong', padding: '11px 12px', borderRadius: '4px' }}
            >
              {t(`nav.${name}`)}
            </Link>
          ))}
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', marginBlockStart: 0.5 }}>
          <LanguageSelect />
          <ThemeSwitch />
        </Box>
        <Box sx={{ flexGrow: 1, minHeight: 32 }} />
        {(profile === undefined || children === undefined) && (
          <Box onClick={onClose} sx={{ display: 'grid', gap: 1.5, marginBlockEnd: profile && '16px' }}>
            <AccountButtons />
          </Box>
        )}
        {profile !== undefined && <SignOut email={profile.email} />}
      </Box>
    </Drawer>
  );
}
