import { directionOf, tagOf } from '@clearcut/schemas/languages';
import { FACTS_ATTRIBUTE } from '@clearcut/schemas/site/facts';
import { CONTENT_ID, type RenderedPage } from '@clearcut/schemas/site/rendering';
import { Html, html } from '../../texts/html.ts';
import { textsIn } from '../../texts/texts.ts';
import type { AssetsOf } from './assets.ts';
import { headOf } from './head.ts';
import { headingOf } from './heading.ts';
import { type ShownPage, wordsOf } from './shown-page.ts';

const LANGUAGE = '<html lang="en">';
const END_OF_HEAD = '</head>';
const ROOT = '<div id="root"></div>';
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOAD = '<link rel="modulepreload"';

/** Code comes after what the first paint needs. */
const late = (markup: string): string => markup.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`);

/** Delays the first paint until the header is complete: `rel=expect` waits for a start tag. */
const HEADER_FIRST = `<link rel="expect" blocking="render" href="#${CONTENT_ID}">`;

/** @param drawn server-rendered content; without it, the shell */
export type DocumentOf = (shown: ShownPage, drawn?: RenderedPage) => string;

/**
 * Fills the built page with language, head, content and the facts that the client renders from.
 * @throws Error when the build lacks a placeholder
 */
export function createDocumentOf(index: string, assetsOf: AssetsOf): DocumentOf {
  for (const place of [LANGUAGE, END_OF_HEAD, ROOT]) {
    if (index.split(place).length !== 2) throw new Error(`The built page does not hold ${place} once`);
  }
  if (!SCRIPT.test(index)) throw new Error('The built page has no module script');
  const paintsFirst = late(
    index.replace(
      SCRIPT,
      `<script defer src="/after-paint.js" data-module="$1"></script>${PRELOAD} crossorigin href="$1">`,
    ),
  );
  return (shown, drawn) => {
    const { language, facts } = shown;
    // Not an `html` template: a formatter would close the open element.
    const facing = `<html lang="${tagOf(language)}" dir="${directionOf(language)}">`;
    const head = headOf(shown, { isDrawn: drawn !== undefined }).markup;
    const ahead = drawn === undefined ? '' : `${HEADER_FIRST}${late(assetsOf(shown))}${drawn.preloads}${drawn.styles}`;
    const attribute = new Html(FACTS_ATTRIBUTE);
    const content = new Html(drawn?.body ?? '');
    const body = html`${withoutScript(shown, drawn)}
      <div id="root" ${attribute}="${JSON.stringify(facts)}">${content}</div>`;
    return (drawn === undefined ? index : paintsFirst)
      .replace(LANGUAGE, () => facing)
      .replace(END_OF_HEAD, () => `${head}${ahead}${END_OF_HEAD}`)
      .replace(ROOT, () => body.markup);
  };
}

const NEED_SCRIPT: Partial<Record<ShownPage['page'], 'needed' | 'forms'>> = {
  home: 'needed',
  upload: 'needed',
  forgotPassword: 'forms',
};

function withoutScript(shown: ShownPage, drawn: RenderedPage | undefined): Html {
  const { page, language } = shown;
  const t = textsIn(language, 'site');
  if (drawn === undefined) {
    return html`<noscript
      ><h1>${headingOf(shown)}</h1>
      <p>${wordsOf(shown)?.description ?? ''}</p>
      <p>${t(NEED_SCRIPT[page] ?? 'forms')}</p></noscript
    >`;
  }
  const need = NEED_SCRIPT[page];
  return need === undefined ? html`` : html`<noscript><p style="margin:0;padding:16px">${t(need)}</p></noscript>`;
}
