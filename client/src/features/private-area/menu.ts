import type { Profile } from '@clearcut/schemas/identity/http';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { CoinIcon, ScissorsIcon } from '../../ui/icons.tsx';
import { KeyIcon, PersonIcon, PicturesIcon, ShieldIcon, TargetIcon, TeamIcon } from '../../ui/work-icons.tsx';
import { pageFacts } from '../../lib/page-facts.ts';

export interface MenuItem {
  readonly name: 'dashboard' | 'myImages' | 'billing' | 'users' | 'securityLog' | 'api' | 'support' | 'account';
  readonly path: string;
  readonly Icon: ComponentType<SvgIconProps>;
  /** Shown under "Team", which a single person rarely opens. */
  readonly isOfTeam?: true;
  /** The server checks again on every call. */
  readonly isFor: (profile: Profile) => boolean;
}

/** For the upload page and for the editor, which has no item. */
export const mayEdit = ({ team_permissions: { role, views_permissions } }: Profile): boolean =>
  role !== 'limited' || views_permissions.editor;

export const mayHavePictures = (profile: Profile): boolean =>
  mayEdit(profile) || profile.team_permissions.views_permissions.myImages;

/** Sidebar from top to bottom (docs/product.md, Pages). Every new private page needs a line here. */
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
    isFor: ({ team_permissions: { views_permissions } }) => pageFacts().hasCredits && views_permissions.billing,
  },
  { name: 'users', path: '/app/users', Icon: TeamIcon, isOfTeam: true, isFor: ({ role }) => role === 'admin' },
  {
    name: 'securityLog',
    path: '/app/security-log',
    Icon: ShieldIcon,
    isOfTeam: true,
    isFor: ({ role }) => role === 'admin',
  },
  { name: 'api', path: '/app/api', Icon: KeyIcon, isOfTeam: true, isFor: ({ role }) => role === 'admin' },
  { name: 'support', path: '/app/support', Icon: TargetIcon, isFor: ({ staff_roles: roles }) => roles.length > 0 },
  { name: 'account', path: '/app/my-account', Icon: PersonIcon, isFor: () => true },
];

export function itemAt(pathname: string): MenuItem | undefined {
  return menu.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}

export function firstPathFor(profile: Profile): string {
  return menu.find(({ isFor }) => isFor(profile))?.path ?? '/app/my-account';
}
