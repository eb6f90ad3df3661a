import { MEMBER_STATUSES, type AdminUser } from '@clearcut/schemas/team/http';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { TextInput, useListSortContext } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../admin/filters/FilterBar.tsx';
import { FilterSelect } from '../../../admin/filters/FilterSelect.tsx';
import type { FiltersProps } from '../../../admin/ResourceList.tsx';
import { SearchIcon } from '../../../ui/work-icons.tsx';
import { roleNumbers } from '../person/user.ts';

/** Sort orders where the table's headers are missing. */
const orders = {
  newest: { field: 'createdAt', order: 'DESC' },
  email: { field: 'email', order: 'ASC' },
  role: { field: 'role', order: 'ASC' },
  status: { field: 'status', order: 'ASC' },
  recent: { field: 'lastLogin', order: 'DESC' },
} as const satisfies Record<string, { field: keyof AdminUser; order: 'ASC' | 'DESC' }>;
const orderNames = Object.keys(orders) as (keyof typeof orders)[];

function UserOrder() {
  const { t } = useTranslation('users');
  const { sort, setSort } = useListSortContext();
  return (
    <TextField
      select
      label={t('filters.sort')}
      value={orderNames.find((name) => orders[name].field === sort.field) ?? ''}
      onChange={({ target }) => setSort(orders[target.value as keyof typeof orders])}
    >
      {orderNames.map((name) => (
        <MenuItem key={name} value={name}>
          {t(`orders.${name}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Search and filters apply while being changed. */
export function UserFilters({ hasRoom }: FiltersProps) {
  const { t } = useTranslation('users');
  return (
    <FilterBar label={t('filters.label')} columns="minmax(0, 1fr) 190px 190px" beside={!hasRoom && <UserOrder />}>
      <TextInput
        source="q"
        className="RaSearch"
        label={t('filters.search')}
        placeholder={t('filters.placeholder')}
        helperText={false}
        resettable
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon aria-hidden />
              </InputAdornment>
            ),
          },
        }}
      />
      <FilterSelect
        source="role"
        label={t('fields.role')}
        any={t('filters.any')}
        choices={roleNumbers.map((id) => ({ id, name: t(`roles.${id}.name`) }))}
      />
      <FilterSelect
        source="status"
        label={t('fields.status')}
        any={t('filters.any')}
        choices={MEMBER_STATUSES.map((id) => ({ id, name: t(`status.${id}`) }))}
      />
    </FilterBar>
  );
}
