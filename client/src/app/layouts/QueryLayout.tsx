import { Outlet } from 'react-router';
import { ServerData } from './ServerData.tsx';

/** Around pages outside of the private area that read from the server. */
export function QueryLayout() {
  return (
    <ServerData>
      <Outlet />
    </ServerData>
  );
}
