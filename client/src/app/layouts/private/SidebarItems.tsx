import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useProfile } from '../../../features/auth/session/useProfile.ts';
import { snipped } from '../../../ui/paper/snipped.ts';
import { uploadStore } from '../../../features/uploads/upload-store.ts';
import { ContactItem } from './ContactItem.tsx';
import { menu } from '../../../features/private-area/menu.ts';

export function SidebarItems() {
  const { t } = useTranslation('app');
  const profile = useProfile();
  return (
    <nav aria-label={t('menu.label')}>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: '4px' }}>
        {menu
          .filter(({ isFor }) => isFor(profile))
          .map(({ name, path, Icon }) => (
            <li key={name}>
              <Box
                component={NavLink}
                to={path}
                // Starts afresh; the last picture is under My images.
                onClick={name === 'dashboard' ? () => uploadStore.begin() : undefined}
                sx={(theme) => ({
                  ...snipped(12),
                  display: 'flex',
                  alignItems: 'center',
                  gap: '12px',
                  minHeight: 44,
                  padding: '10px 12px',
                  fontWeight: 550,
                  lineHeight: 1.3,
                  color: 'text.primary',
                  textDecoration: 'none',
                  '& svg': { color: 'text.secondary', flexShrink: 0 },
                  '&:hover': { backgroundColor: theme.vars.palette.divider },
                  '&[aria-current=page]': {
                    fontWeight: 650,
                    backgroundColor: theme.vars.palette.clearcut.paper,
                    boxShadow: '0 1px 2px rgb(6 30 25 / 14%), 0 4px 10px -6px rgb(6 30 25 / 30%)',
                    '& svg': { color: theme.vars.palette.clearcut.accentText },
                  },
                })}
              >
                <Icon aria-hidden />
                {t(`menu.${name}`)}
              </Box>
            </li>
          ))}
        <li>
          <ContactItem />
        </li>
      </Box>
    </nav>
  );
}
