import type { Page } from 'playwright';

/** Letters with marks, which distinguish text from the text files from hard-coded text. */
const MARKED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz').map((letter, index) => [
    letter,
    Array.from('ÅåÇçĎďÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž')[index] ?? letter,
  ]),
);
/** Names of values and tags stay unchanged. */
const PARTS = /(\{\{.*?\}\}|<[^>]*>)/;
const LONGER = 0.4;

/** English with marked letters, 40 % longer, in brackets. */
export function accented(text: string): string {
  const letters = Array.from(text.replaceAll(new RegExp(PARTS, 'g'), '')).length;
  const marked = text
    .split(PARTS)
    .map((part, index) => (index % 2 === 1 ? part : Array.from(part, (letter) => MARKED[letter] ?? letter).join('')));
  return `⟦${marked.join('')}${' ôñé'.repeat(Math.ceil((letters * LONGER) / 4)).slice(0, Math.ceil(letters * LONGER))}⟧`;
}

/** The same right-to-left (U+202E). */
export const mirrored = (text: string): string => `\u202E${accented(text)}\u202C`;

const inAll = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === 'string'
    ? change(value)
    : Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, inAll(inner, change)]));

/** Shows changed English under a language code of the page. */
export async function showPseudo(page: Page, language: 'en' | 'ar', change: (text: string) => string): Promise<void> {
  await page.route(`**/assets/texts-*/${language}/*.json`, async (route) => {
    const english = route.request().url().replace(`/${language}/`, '/en/');
    const response = await route.fetch({ url: english });
    await route.fulfill({ response, json: inAll(await response.json(), change) });
  });
  // The server's markup is in real English.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') document.getElementById('root')?.replaceChildren();
    });
  });
}

/** Boxes narrower than their content, except scrollable ones. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { documentElement: root } = document;
    const found = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} > ${root.clientWidth}`] : [];
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const words = (element.textContent ?? '').trim().slice(0, 60);
      // Handles and switches without words overflow by design.
      if (words === '' || element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1) continue;
      // Text cut with "…" is intended; fields scroll.
      const { textOverflow, display } = getComputedStyle(element);
      if (textOverflow === 'ellipsis' || display === 'inline' || element.matches('input, textarea, svg, svg *'))
        continue;
      let around: Element | null = element;
      while (around !== null && around !== document.body && !/auto|scroll/.test(getComputedStyle(around).overflowX))
        around = around.parentElement;
      if (around !== document.body) continue;
      // Reports only the innermost.
      if ([...element.children].some((child) => child.scrollWidth > child.clientWidth + 1 && child.clientWidth > 1))
        continue;
      // Overhang without words, such as a picture's handles, is by design.
      const box = element.getBoundingClientRect();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let isCut = false;
      for (let node = walker.nextNode(); node !== null && !isCut; node = walker.nextNode()) {
        if ((node.parentElement?.clientWidth ?? 0) === 1 || (node.textContent ?? '').trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        isCut = right > box.right + 1 || left < box.left - 1;
      }
      if (!isCut) continue;
      found.push(`${element.tagName.toLowerCase()} "${words}": ${element.scrollWidth} > ${element.clientWidth}`);
    }
    return found;
  });

/** Hard-coded texts, except names of the product, of languages and formats, numbers and user content. */
export const hardCoded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const NAMES = /^(Clearcut|JPEG|WEBP|curl|TypeScript|Python|.*\.(jpg|png)|[A-Z]{3})$/;
    // English uses Latin letters: Arabic ones, as in dates and currencies, come from `Intl`.
    const BY_INTL = /^[^a-z]*\p{Script=Arabic}[^a-z]*$/iu;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.textContent ?? '').trim();
      const parent = node.parentElement;
      if (parent === null || !/\p{L}{3}/u.test(text) || NAMES.test(text) || BY_INTL.test(text)) continue;
      if (parent.closest('script, style, noscript, svg, code, pre, kbd, bdi, [lang]:not(html), [dir=ltr]')) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      // A text with a link is in pieces: the surrounding block holds the brackets.
      let block: Element = parent;
      while (getComputedStyle(block).display.startsWith('inline') && block.parentElement !== null)
        block = block.parentElement;
      if ((block.textContent ?? '').includes('⟦')) continue;
      found.add(text.slice(0, 80));
    }
    return [...found];
  });
