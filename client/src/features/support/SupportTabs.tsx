import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { messagesQuery } from './messages/api.ts';
import type { Screen } from './screens.ts';

export function SupportTabs({ screens }: { readonly screens: readonly Screen[] }) {
  const { t } = useTranslation('support');
  return (
    <Box component="nav" aria-label={t('tabs.label')} className="no-print" sx={{ marginBlockEnd: 3 }}>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'flex',
          flexWrap: 'wrap',
          rowGap: 0.5,
          columnGap: 2.5,
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
                paddingBlock: 1.5,
                color: 'text.secondary',
                fontWeight: 'strong',
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
              {name === 'messages' && <OpenMessages />}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** How many messages wait for an answer. */
function OpenMessages() {
  const { number } = useFormat();
  const { data } = useQuery(messagesQuery);
  const count = data?.filter(({ answeredAt, closedAt }) => answeredAt === null && closedAt === null).length ?? 0;
  return count === 0 ? null : <> · {number(count)}</>;
}
