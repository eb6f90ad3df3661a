import { operationsContracts } from '@clearcut/schemas/contracts/operations';
import { addressOf } from '../../lib/contracts/call.ts';
import { isPublicPath, localPath } from '../../lib/i18n/paths.ts';
import type { Language } from '@clearcut/schemas/languages';

export type Destination = { readonly path: string; readonly needsLogin: boolean } | { readonly href: string };

const places: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  app: {
    dashboard: '/app/dashboard',
    bulk: '/app/dashboard/bulk',
    images: '/app/my-images',
    billing: '/app/billing',
    users: '/app/users',
    security: '/app/security-log',
    api: '/app/api',
    account: '/app/my-account',
  },
  page: {
    home: '/',
    upload: '/upload',
    pricing: '/pricing',
    faq: '/faq',
    contact: '/contact',
    terms: '/terms-and-conditions',
    privacy: '/privacy-policy',
    cookies: '/cookies-policy',
    deletion: '/data-deletion',
    password: '/forgot-password',
  },
  api: { description: addressOf(operationsContracts.openApi) },
};

/** @param trigger value of `authTrigger`, such as `app-account` @returns undefined for an unknown one */
export function destinationOf(trigger: string, language: Language, origin: string): Destination | undefined {
  const [group = '', ...rest] = trigger.split('-');
  const found = Object.hasOwn(places, group) ? places[group] : undefined;
  const key = rest.join('-');
  const place = found !== undefined && Object.hasOwn(found, key) ? found[key] : undefined;
  if (place === undefined) return undefined;
  if (group === 'api') return { href: new URL(place, origin).href };
  return isPublicPath(place)
    ? { path: localPath(language, place), needsLogin: false }
    : { path: place, needsLogin: true };
}
