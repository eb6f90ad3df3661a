import type { AdminUser } from '@clearcut/schemas/team/http';
import { UserCreate } from './form/UserCreate.tsx';
import { UserEdit } from './form/UserEdit.tsx';
import { UserList } from './list/UserList.tsx';
import { nameOf } from './person/user.ts';

export default {
  name: 'users',
  list: UserList,
  create: UserCreate,
  edit: UserEdit,
  recordRepresentation: (user: AdminUser) => nameOf(user),
};
