import type { AdminUser } from '@clearcut/schemas/team/http';
import { UserCreate } from './UserCreate.tsx';
import { UserEdit } from './UserEdit.tsx';
import { UserList } from './UserList.tsx';
import { nameOf } from './user.ts';

export default {
  list: UserList,
  create: UserCreate,
  edit: UserEdit,
  recordRepresentation: (user: AdminUser) => nameOf(user),
};
