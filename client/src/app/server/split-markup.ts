import type { RenderedPage } from '@clearcut/schemas/site/rendering';

/** What React puts before everything else, because it belongs into a head. */
const HEAD_TAGS = /^(?:<title[^>]*>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;
const PRELOAD = /<link rel="preload"[^>]*>/g;
const CLASSES = /class="(?<names>[^"]*)"/g;
const STYLE = /<style data-emotion="(?<key>[\w-]+) (?<ids>[^"]*)">(?<rules>.*?)<\/style>/gs;

/**
 * Parts the markup of React and Emotion. Title, description and addresses are left out: the server writes them for every document. Emotion writes
 * the styles where they are first used, where they would be in the way of `:first-child`; from one tag in the head it takes them all over.
 */
export function splitMarkup(markup: string): RenderedPage {
  const [head = ''] = HEAD_TAGS.exec(markup) ?? [];
  const classes = new Set([...markup.matchAll(CLASSES)].flatMap(([, names = '']) => names.split(' ')));
  const byKey = new Map<string, { readonly ids: string[]; readonly rules: string[] }>();
  const body = markup.slice(head.length).replaceAll(STYLE, (_tag, key: string, ids: string, rules: string) => {
    // What is global is looked for by its name, one tag each.
    const name = key.endsWith('-global') ? `${key} ${ids}` : key;
    const found = byKey.get(name) ?? { ids: [], rules: [] };
    byKey.set(name, found);
    // A component made of another one leaves the styles of that one behind, too, under a class that no element has.
    const isUsed = !rules.includes(`.${key}-${ids}`) || classes.has(`${key}-${ids}`);
    if (isUsed && !found.ids.includes(ids)) {
      found.ids.push(ids);
      found.rules.push(rules);
    }
    return '';
  });
  const tags = [...byKey].map(
    ([name, { ids, rules }]) =>
      `<style data-emotion="${name.split(' ')[0]} ${ids.join(' ')}">${rules.join('')}</style>`,
  );
  return { body, styles: withUsedVariables(tags.join('')), preloads: (head.match(PRELOAD) ?? []).join('') };
}

const VARIABLES = /<style(?: data-emotion="[^"]*")?>(?<rules>:root\{--mui-[^<]*)<\/style>/g;
const VARIABLE = /(?<name>--mui-[\w-]+):[^;{}]*;/g;

/**
 * Leaves out the variables of the theme that no rule of the page uses: nine in ten. The tags lose the name that Emotion looks for, so that it writes
 * all of them when it takes the page over, for the pages that come next. Without one variable others may be without a use.
 */
function withUsedVariables(styles: string): string {
  const isUsed = (name: string): boolean => styles.includes(`var(${name})`) || styles.includes(`var(${name},`);
  const used = styles.replaceAll(VARIABLES, (_tag, rules: string) => {
    const kept = rules.replaceAll(VARIABLE, (declaration, name: string) => (isUsed(name) ? declaration : ''));
    return `<style>${kept}</style>`;
  });
  return used === styles ? styles : withUsedVariables(used);
}
