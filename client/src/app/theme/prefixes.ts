import type { StylisPlugin } from '@emotion/cache';

/** What Safari knows by another name alone; hyphens before its version 17. */
const OF_SAFARI = /^(?:user-select|hyphens)$/;

/**
 * The names of properties in the browsers that the client is built for (vite.config.ts). Emotion's own plugin writes those of browsers that could not
 * run it, too, which would be a tenth of a page's styles.
 */
export const prefixes: StylisPlugin = (element) => {
  const { type, props, value } = element;
  if (type === 'decl' && OF_SAFARI.test(String(props))) element.return = `-webkit-${value}${value}`;
};
