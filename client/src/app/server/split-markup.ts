import type { RenderedPage } from '@clearcut/schemas/site/rendering';

const HEAD_TAGS = /^(?:<title[^>]*>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;
const PRELOAD = /<link rel="preload"[^>]*>/g;
const CLASSES = /class="(?<names>[^"]*)"/g;
const STYLE = /<style data-emotion="(?<key>[\w-]+) (?<ids>[^"]*)">(?<rules>.*?)<\/style>/gs;

/**
 * Drops title, description and links, which the server writes. Inline styles break `:first-child`; Emotion takes them
 * all over from one tag in the head.
 */
export function splitMarkup(markup: string): RenderedPage {
  const [head = ''] = HEAD_TAGS.exec(markup) ?? [];
  const classes = new Set([...markup.matchAll(CLASSES)].flatMap(([, names = '']) => names.split(' ')));
  const byKey = new Map<string, { readonly ids: string[]; readonly rules: string[] }>();
  const body = markup.slice(head.length).replaceAll(STYLE, (_tag, key: string, ids: string, rules: string) => {
    // Emotion finds global styles by name, one tag each.
    const name = key.endsWith('-global') ? `${key} ${ids}` : key;
    const found = byKey.get(name) ?? { ids: [], rules: [] };
    byKey.set(name, found);
    // A component made of another one also leaves that one's styles.
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
const USE = /var\((?<name>--mui-[\w-]+)[,)]/g;
const VARIABLE = /(?<name>--mui-[\w-]+):[^;{}]*;/g;

/**
 * Nine in ten variables of the theme. The tags lose Emotion's name, so that it writes all of them after hydration.
 * Repeats, since dropping one may leave others unused.
 */
function withUsedVariables(styles: string): string {
  const names = new Set([...styles.matchAll(USE)].map(([, name]) => name));
  const used = styles.replaceAll(VARIABLES, (_tag, rules: string) => {
    const kept = rules.replaceAll(VARIABLE, (declaration, name: string) => (names.has(name) ? declaration : ''));
    return `<style>${kept}</style>`;
  });
  return used === styles ? styles : withUsedVariables(used);
}
