import { directionOf } from '@clearcut/schemas/languages';
import type { Render } from '@clearcut/schemas/site/rendering';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { I18N_OPTIONS } from '../../lib/i18n/options.ts';
import { replaceTexts } from '../../lib/i18n/without-credits.ts';
import { App } from '../App.tsx';
import { publicRoutes } from '../routes.tsx';
import { createLtrCache } from '../theme/create-cache.ts';
import { createRtlCache } from '../theme/rtl-cache.ts';
import { splitMarkup } from './split-markup.ts';

/** Its styles and texts are its own: renders of other pages may interleave. */
export const render: Render = async ({ pathname, language, texts, facts, apiDocument }) => {
  const i18n = createInstance();
  await i18n.init({
    ...I18N_OPTIONS,
    lng: language,
    ns: Object.keys(texts),
    resources: { [language]: texts },
    parseMissingKeyHandler(key) {
      throw new Error(`There is no text "${key}"`);
    },
    missingInterpolationHandler(text) {
      throw new Error(`No value for a name in "${text}"`);
    },
  });
  if (!facts.hasCredits) replaceTexts(i18n, language, Object.keys(texts));
  const handler = createStaticHandler(
    publicRoutes({
      // Building and ranking those of all languages would only cost time.
      languages: [language],
      showLanguage: async () => undefined,
      showPreferredLanguage: async () => null,
      hasCredits: facts.hasCredits,
      isLoggedIn: async () => false,
      async apiDocument() {
        if (apiDocument === undefined) throw new Error('There is no document of the API');
        return apiDocument;
      },
    }),
  );
  const context = await handler.query(new Request(new URL(pathname, facts.origin)));
  if (context instanceof Response) throw new Error(`${pathname} leads elsewhere`);
  const [failure] = Object.values(context.errors ?? {});
  if (failure !== undefined) throw failure as Error;
  const cache = directionOf(language) === 'rtl' ? createRtlCache() : createLtrCache();
  const markup = renderToString(
    <App facts={facts} i18n={i18n} cacheFor={() => cache}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
  return splitMarkup(markup);
};
