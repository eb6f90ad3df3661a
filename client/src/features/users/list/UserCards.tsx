import type { AdminUser } from '@clearcut/schemas/team/http';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useListContext } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { UserNoMatch } from './UserListNotes.tsx';
import { LastLogin, StatusChip, UserName } from '../person/UserParts.tsx';

const row = {
  position: 'relative',
  display: 'grid',
  gap: '10px',
  padding: '16px 20px',
  '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
} as const;

function UserCard({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  return (
    <Box component="li" sx={row}>
      <UserName user={user} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', fontSize: '0.875rem' }}>
        <StatusChip status={user.status} />
        <span>{t(`roles.${user.role}.name`)}</span>
        <Box component="span" sx={{ color: 'text.secondary', marginInlineStart: 'auto' }}>
          <LastLogin at={user.lastLogin} />
        </Box>
      </Box>
    </Box>
  );
}

/** The users where a table would not fit. */
export function UserCards() {
  const { data: users = [], isPending } = useListContext<AdminUser>();
  if (!isPending && users.length === 0) return <UserNoMatch />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }} aria-busy={isPending}>
      {isPending
        ? Array.from({ length: 3 }, (_, index) => (
            <Box component="li" key={index} sx={row}>
              <Skeleton width="60%" />
              <Skeleton width="40%" />
            </Box>
          ))
        : users.map((user) => <UserCard key={user.id} user={user} />)}
    </Box>
  );
}
