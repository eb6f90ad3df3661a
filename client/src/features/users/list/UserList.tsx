import { ADMIN_USER_SORTS } from '@clearcut/schemas/team/http';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ResourceList } from '../../../admin/ResourceList.tsx';
import { MailIcon, PlusIcon } from '../../../ui/work-icons.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { FactorPolicy } from './FactorPolicy.tsx';
import { UserAlone, UserListFailed } from './UserListNotes.tsx';
import { UserCards } from './UserCards.tsx';
import { UserFilters } from './UserFilters.tsx';
import { UserTable } from './UserTable.tsx';

export function UserList() {
  const { t } = useTranslation('users');
  return (
    <>
      <Head page="users" texts="app" />
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
      <ResourceList
        orders={ADMIN_USER_SORTS}
        sort={{ field: 'createdAt', order: 'DESC' }}
        Filters={UserFilters}
        table={<UserTable />}
        cards={<UserCards />}
        failed={<UserListFailed />}
        alone={<UserAlone />}
      />
      <FactorPolicy />
    </>
  );
}
