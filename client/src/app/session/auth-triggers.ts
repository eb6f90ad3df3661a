import { localPath, type PublicPath } from '../../lib/i18n/paths.ts';
import type { Language } from '@clearcut/schemas/languages';

/** Where a link from outside wants to go: a path of ours, or a whole address that the browser opens. */
export type Destination = { readonly path: string; readonly needsLogin: boolean } | { readonly href: string };

/** The places that `?authTrigger=group-key` can name, by group and key. */
const places: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  app: { dashboard: '/app/dashboard', users: '/app/users', account: '/app/my-account' },
  page: { home: '/', upload: '/upload', password: '/forgot-password' },
  api: { description: '/api/openapi.json' },
};

/** @param trigger value of `authTrigger`, such as `app-account`; undefined is the answer to an unknown one. */
export function destinationOf(trigger: string, language: Language, origin: string): Destination | undefined {
  const [group = '', ...rest] = trigger.split('-');
  const found = Object.hasOwn(places, group) ? places[group] : undefined;
  const key = rest.join('-');
  const place = found !== undefined && Object.hasOwn(found, key) ? found[key] : undefined;
  if (place === undefined) return undefined;
  if (group === 'api') return { href: new URL(place, origin).href };
  if (group === 'app') return { path: place, needsLogin: true };
  return { path: localPath(language, place as PublicPath), needsLogin: false };
}
