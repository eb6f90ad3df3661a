import { PAGE_SIZES } from '@clearcut/schemas/constants';
import type { AdminUser } from '@clearcut/schemas/team/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ListBase, Pagination, useListContext } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MailIcon, PlusIcon } from '../../../ui/icons.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { UserAlone, UserListFailed } from './UserListNotes.tsx';
import { UserCards } from './UserCards.tsx';
import { UserFilters } from './UserFilters.tsx';
import { UserTable } from './UserTable.tsx';

/** Room for the table: the sidebar takes its 250 px from this. */
const useHasRoom = () => useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true });

function Users() {
  const { error, total, filterValues } = useListContext<AdminUser>();
  const hasRoom = useHasRoom();
  if (error) return <UserListFailed />;
  const alone = total === 1 && Object.keys(filterValues).length === 0;
  return (
    <>
      <UserFilters withOrder={!hasRoom} />
      <Sheet>
        {hasRoom ? <UserTable /> : <UserCards />}
        <Pagination
          rowsPerPageOptions={[...PAGE_SIZES]}
          sx={{ display: 'block', borderBlockStart: '1px solid', borderColor: 'divider' }}
        />
      </Sheet>
      {alone && <UserAlone />}
    </>
  );
}

export function UserList() {
  const { t } = useTranslation('users');
  return (
    <>
      <Head page="users" />
      <PageHeader title={t('title')} lead={t('lead')}>
        <Button variant="outlined" component={Link} to="/app/users/create?way=add" startIcon={<PlusIcon aria-hidden />}>
          {t('add')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          component={Link}
          to="/app/users/create?way=invite"
          startIcon={<MailIcon aria-hidden />}
        >
          {t('invite')}
        </Button>
      </PageHeader>
      <ListBase
        perPage={PAGE_SIZES[0]}
        sort={{ field: 'createdAt', order: 'DESC' }}
        // What another admin does, or somebody who accepts, is to be seen. What goes wrong is said on the page.
        queryOptions={{ staleTime: 0, onError: () => undefined }}
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' }}>
          <Users />
        </Box>
      </ListBase>
    </>
  );
}
