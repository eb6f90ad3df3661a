import type { AdminUser } from '@clearcut/schemas/team/http';
import { CreateUsers } from './CreateUsers.tsx';
import { UserEdit } from './form/UserEdit.tsx';
import { UserList } from './list/UserList.tsx';
import { nameOf } from './person/user.ts';

export default {
  name: 'users',
  list: UserList,
  create: CreateUsers,
  edit: UserEdit,
  recordRepresentation: (user: AdminUser) => nameOf(user),
};
