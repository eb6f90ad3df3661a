import { randomUUID } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import { languageOfTag, localPath } from '@clearcut/schemas/site/resolve-page';
import { DEFAULT_LANGUAGE, type Language } from '@clearcut/schemas/languages';
import { type Route, route } from '../http/contract.ts';
import { clientIdOf } from '../http/headers/client-id.ts';
import { isOfOtherSite } from '../http/headers/other-site.ts';
import type { HttpRequest } from '../http/message.ts';
import type { RateLimits } from '../accounts/index.ts';
import { contactContracts } from '@clearcut/schemas/contracts/contact';
import { readForm } from './form.ts';
import { keepMessage } from './store.ts';

export interface ContactRoutesDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly onKept: () => void;
}

export function contactRoutes({ database, rateLimits, onKept }: ContactRoutesDeps): Route[] {
  const receive = async (bytes: AsyncIterable<Uint8Array>, request: HttpRequest) => {
    // A form without JavaScript can set no header, so the browser's origin headers decide. The limit by address guards
    // it too.
    if (isOfOtherSite(request) && clientIdOf(request) === undefined) throw new CatalogueError('client_id_required');
    await rateLimits.countMessageAttempt(request.ip);
    const form = await readForm(bytes, request.headers['content-type'] ?? '');
    await rateLimits.countMessage(request.ip);
    const id = randomUUID();
    await keepMessage(database, id, form);
    onKept();
    return { id, language: languageOfTag(form.language) ?? DEFAULT_LANGUAGE };
  };
  return [
    route(contactContracts.send, async ({ bytes, query, request, reply }) => {
      // A plain form submission gets a page that a reload does not resubmit.
      const isForm = request.headers.accept?.includes('text/html') === true;
      const lead = (language: Language, path: '/contact/sent' | '/contact/not-sent'): undefined => {
        reply.redirect(localPath(language, path), 303);
        return undefined;
      };
      try {
        const { id, language } = await receive(bytes, request);
        return isForm ? lead(language, '/contact/sent') : { id };
      } catch (error) {
        if (!isForm || !(error instanceof CatalogueError)) throw error;
        return lead(languageOfTag(query.language ?? '') ?? DEFAULT_LANGUAGE, '/contact/not-sent');
      }
    }),
  ];
}
