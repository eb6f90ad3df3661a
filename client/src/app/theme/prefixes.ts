import type { StylisPlugin } from '@emotion/cache';

/** Prefixed in Safari only; hyphens before its version 17. */
const OF_SAFARI = /^(?:user-select|hyphens)$/;

/** Emotion's own plug-in adds prefixes for browsers that could not run it: a tenth of a page's styles. */
export const prefixes: StylisPlugin = (element) => {
  const { type, props, value } = element;
  if (type === 'decl' && OF_SAFARI.test(String(props))) element.return = `-webkit-${value}${value}`;
};
