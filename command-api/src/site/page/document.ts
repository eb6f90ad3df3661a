import { directionOf, tagOf } from '@clearcut/schemas/languages';
import { FACTS_ATTRIBUTE } from '@clearcut/schemas/site/facts';
import { Html, html } from '../../texts/html.ts';
import { headOf } from './head.ts';
import { plainPage } from './plain.ts';
import type { ShownPage } from './shown-page.ts';

/** What stands in the built page for each that differs from address to address. */
const LANGUAGE = '<html lang="en">';
const END_OF_HEAD = '</head>';
const ROOT = '<div id="root"></div>';

/**
 * Makes documents of the built client's page: with the language, the head and the plain text of an address, and with what this installation
 * says of itself, from which the browser draws.
 * @throws Error where the build lacks a place for one of them
 */
export function createDocuments(index: string): (shown: ShownPage) => string {
  for (const place of [LANGUAGE, END_OF_HEAD, ROOT]) {
    if (index.split(place).length !== 2) throw new Error(`The built page does not hold ${place} once`);
  }
  return (shown) => {
    const { language, facts } = shown;
    // No template of `html`, in which a formatter closes what is left open.
    const facing = `<html lang="${tagOf(language)}" dir="${directionOf(language)}">`;
    const head = html`${headOf(shown)}<noscript><link rel="stylesheet" href="/plain.css" /></noscript>`;
    const attribute = new Html(FACTS_ATTRIBUTE);
    const body = html`<div id="root" ${attribute}="${JSON.stringify(facts)}"></div>
      <noscript>${plainPage(shown)}</noscript>`;
    return index
      .replace(LANGUAGE, () => facing)
      .replace(END_OF_HEAD, () => `${head.markup}${END_OF_HEAD}`)
      .replace(ROOT, () => body.markup);
  };
}
