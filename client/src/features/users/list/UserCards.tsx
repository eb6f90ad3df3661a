import type { AdminUser } from '@clearcut/schemas/team/http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { CardList } from '../../../admin/CardList.tsx';
import { UserNoMatch } from './UserListNotes.tsx';
import { LastLogin, StatusChip, UserName } from '../person/UserParts.tsx';

export function UserCards() {
  const { t } = useTranslation('users');
  return (
    <CardList<AdminUser> card={{ position: 'relative', gap: 1 }} noMatch={<UserNoMatch />}>
      {(user) => (
        <>
          <UserName user={user} />
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              rowGap: 0.5,
              columnGap: 1.5,
              fontSize: 'small',
            }}
          >
            <StatusChip status={user.status} />
            <span>{t(`roles.${user.role}.name`)}</span>
            <Box component="span" sx={{ color: 'text.secondary', marginInlineStart: 'auto' }}>
              <LastLogin at={user.lastLogin} />
            </Box>
          </Box>
        </>
      )}
    </CardList>
  );
}
