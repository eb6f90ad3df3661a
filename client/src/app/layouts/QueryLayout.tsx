import { Outlet } from 'react-router';
import { ServerData } from './ServerData.tsx';

export function QueryLayout() {
  return (
    <ServerData>
      <Outlet />
    </ServerData>
  );
}
