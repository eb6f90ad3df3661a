import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { Screen } from './screens.ts';

export function SupportTabs({ screens }: { readonly screens: readonly Screen[] }) {
  const { t } = useTranslation('support');
  return (
    <Box component="nav" aria-label={t('tabs.label')} className="no-print" sx={{ marginBlockEnd: '24px' }}>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'flex',
          flexWrap: 'wrap',
          gap: '4px 20px',
          borderBlockEnd: '1px solid',
          borderColor: 'divider',
        }}
      >
        {screens.map(({ name, path }) => (
          <li key={name}>
            <Box
              component={NavLink}
              to={path === '' ? '/app/support' : `/app/support/${path}`}
              end={path === ''}
              sx={(theme) => ({
                display: 'block',
                paddingBlock: '12px',
                color: 'text.secondary',
                fontWeight: 550,
                textDecoration: 'none',
                borderBlockEnd: '3px solid transparent',
                marginBlockEnd: '-1px',
                '&:hover': { color: 'text.primary' },
                '&[aria-current=page]': {
                  color: 'text.primary',
                  borderColor: theme.vars.palette.clearcut.accentText,
                },
              })}
            >
              {t(`tabs.${name}`)}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}
