import { Outlet } from 'react-router';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

export function HeaderLayout() {
  return (
    <>
      <SkipLink />
      <Header />
      <Outlet />
    </>
  );
}
