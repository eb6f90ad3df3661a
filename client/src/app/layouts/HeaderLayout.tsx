import { Outlet } from 'react-router';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

/** A header, and a page that brings its own `main`. */
export function HeaderLayout() {
  return (
    <>
      <SkipLink />
      <Header />
      <Outlet />
    </>
  );
}
