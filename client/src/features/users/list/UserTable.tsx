import type { AdminUser } from '@clearcut/schemas/team/http';
import { DataTable } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { Column } from '../../../admin/Column.ts';
import { UserNoMatch } from './UserListNotes.tsx';
import { LastLogin, StatusChip, UserName } from '../person/UserParts.tsx';

/** The whole row leads to the form. */
export function UserTable() {
  const { t } = useTranslation('users');
  return (
    <DataTable
      // The link of the name covers the row, so it works by keyboard and opens in a new tab.
      rowClick={false}
      bulkActionButtons={false}
      empty={<UserNoMatch />}
      sx={{
        '& .RaDataTable-row': { position: 'relative' },
        '& .column-email': { width: '40%' },
      }}
    >
      <Column source="email" label={t('fields.user')} render={(user: AdminUser) => <UserName user={user} />} />
      <Column source="role" label={t('fields.role')} render={({ role }: AdminUser) => t(`roles.${role}.name`)} />
      <Column
        source="status"
        label={t('fields.status')}
        render={({ status }: AdminUser) => <StatusChip status={status} />}
      />
      <Column
        source="hasSecondFactor"
        disableSort
        label={t('fields.secondFactor')}
        render={({ hasSecondFactor }: AdminUser) => t(`factorState.${hasSecondFactor ? 'has' : 'none'}`)}
      />
      <Column
        source="lastLogin"
        sortByOrder="DESC"
        label={t('fields.lastLogin')}
        render={({ lastLogin }: AdminUser) => <LastLogin at={lastLogin} />}
      />
    </DataTable>
  );
}
