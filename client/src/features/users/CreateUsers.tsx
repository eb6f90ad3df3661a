import { useSearchParams } from 'react-router';
import { UserCreate } from './form/UserCreate.tsx';
import { InviteMany } from './many/InviteMany.tsx';

export function CreateUsers() {
  const [search] = useSearchParams();
  return search.get('way') === 'many' ? <InviteMany /> : <UserCreate />;
}
