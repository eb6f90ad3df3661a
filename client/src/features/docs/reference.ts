/** Text of the reference is English in every language of the page, as are the answers that it describes. */
export const REFERENCE = { lang: 'en', dir: 'ltr' } as const;

/** Names and code, as programs write them. */
export const MONOSPACE = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
} as const;
