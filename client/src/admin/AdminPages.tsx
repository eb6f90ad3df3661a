import type { ResourceProps } from 'react-admin';
import { matchPath, useLocation } from 'react-router';
import { NoSuchPage } from '../ui/page/NoSuchPage.tsx';
import { AdminContext, type AdminContextProps } from './AdminContext.tsx';

interface AdminPagesProps extends Omit<AdminContextProps, 'resources' | 'shown'> {
  readonly resource: ResourceProps;
  /** Name of the list, for the way back to it. */
  readonly title: string;
}

/** A resource with pages at addresses of its own. `<Resource>` alone shows the list at any address it does not know. */
export function AdminPages({ resource, title, ...context }: AdminPagesProps) {
  const { pathname } = useLocation();
  const { name, create, edit } = resource;
  const path = `${context.basename}/${name}`;
  const pages = ['', ...(create === undefined ? [] : ['/create']), ...(edit === undefined ? [] : ['/:id'])];
  return pages.some((page) => matchPath(path + page, pathname) !== null) ? (
    <AdminContext {...context} resources={[resource]} shown={name} />
  ) : (
    <NoSuchPage to={path}>{title}</NoSuchPage>
  );
}
