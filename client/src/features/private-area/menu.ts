import type { Profile } from '@clearcut/schemas/identity/http';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { KeyIcon, PersonIcon, ScissorsIcon, ShieldIcon, TeamIcon } from '../../ui/icons.tsx';
import { CoinIcon, PicturesIcon } from '../../ui/work-icons.tsx';

export interface MenuItem {
  readonly name: 'dashboard' | 'myImages' | 'billing' | 'users' | 'securityLog' | 'api' | 'support' | 'account';
  readonly path: string;
  readonly Icon: ComponentType<SvgIconProps>;
  /** Who may go there. The server decides it again for every call. */
  readonly isFor: (profile: Profile) => boolean;
}

/** Whether a person may work on pictures: on the bench, and in the editor, which is no item of its own. */
export const mayEdit = ({ team_permissions: { role, views_permissions } }: Profile): boolean =>
  role !== 'limited' || views_permissions.editor;

/** Whether a person may have pictures of their own to look at. */
export const mayHavePictures = (profile: Profile): boolean =>
  mayEdit(profile) || profile.team_permissions.views_permissions.myImages;

/** The sidebar from top to bottom (docs/product.md, Pages). A page that comes into the private area gets its line here. */
export const menu: readonly MenuItem[] = [
  {
    name: 'dashboard',
    path: '/app/dashboard',
    Icon: ScissorsIcon,
    isFor: mayEdit,
  },
  {
    name: 'myImages',
    path: '/app/my-images',
    Icon: PicturesIcon,
    isFor: ({ team_permissions: { views_permissions } }) => views_permissions.myImages,
  },
  {
    name: 'billing',
    path: '/app/billing',
    Icon: CoinIcon,
    isFor: ({ team_permissions: { views_permissions } }) => views_permissions.billing,
  },
  { name: 'users', path: '/app/users', Icon: TeamIcon, isFor: ({ role }) => role === 'admin' },
  { name: 'securityLog', path: '/app/security-log', Icon: ShieldIcon, isFor: ({ role }) => role === 'admin' },
  { name: 'api', path: '/app/api', Icon: KeyIcon, isFor: ({ role }) => role === 'admin' },
  { name: 'support', path: '/app/support', Icon: ShieldIcon, isFor: ({ staff_roles: roles }) => roles.length > 0 },
  { name: 'account', path: '/app/my-account', Icon: PersonIcon, isFor: () => true },
];

/** The item whose page, or a page below it, stands at `pathname`. */
export function itemAt(pathname: string): MenuItem | undefined {
  return menu.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}

/** Where the private area begins for a person: the first page that is open to them. */
export function firstPathFor(profile: Profile): string {
  return menu.find(({ isFor }) => isFor(profile))?.path ?? '/app/my-account';
}
