import type { AdminUser } from '@clearcut/schemas/team/http';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useCreatePath } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { nameOf } from './user.ts';

/** Name and address, with a link as large as its row or card. */
export function UserName({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  const createPath = useCreatePath();
  const name = nameOf(user);
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Link
        component={RouterLink}
        to={createPath({ resource: 'users', type: 'edit', id: user.id })}
        underline="hover"
        sx={{ fontWeight: 'strong', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
      >
        <bdi>{name}</bdi>
      </Link>
      {user.id === useProfile().pk && (
        <Box component="span" sx={{ marginInlineStart: 1, color: 'text.secondary', fontSize: 'small' }}>
          {t('you')}
        </Box>
      )}
      {name !== user.email && (
        <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
          <bdi>{user.email}</bdi>
        </Box>
      )}
    </Box>
  );
}

const COLOURS = { Active: 'success.main', Pending: 'clearcut.accentText', Disabled: 'error.main' } as const;

/** Filled square: member; empty: invited or disabled. */
export function StatusChip({ status }: { status: AdminUser['status'] }) {
  const { t } = useTranslation('users');
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        whiteSpace: 'nowrap',
        fontWeight: 'strong',
        color: status === 'Active' ? 'text.primary' : 'text.secondary',
        '&::before': {
          content: '""',
          width: 10,
          height: 10,
          border: '2px solid',
          borderColor: COLOURS[status],
          backgroundColor: status === 'Active' ? 'success.main' : 'transparent',
        },
      }}
    >
      {t(`status.${status}`)}
    </Box>
  );
}

export function LastLogin({ at }: { at: string | null }) {
  const { t } = useTranslation('users');
  const { ago, moment } = useFormat();
  if (at === null) return <Box sx={{ color: 'text.secondary' }}>{t('never')}</Box>;
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  );
}
