import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';

/** The reference is English in every language, like the API's answers. */
export const REFERENCE = { lang: 'en', dir: 'ltr' } as const;

export const MONOSPACE = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 'small',
  overflowWrap: 'anywhere',
} as const;

const LINE = { borderBlockStart: '1px solid', borderColor: 'divider' } as const;

/**
 * Styled by structure: with thousands of parts, a class for each would be a third of the document. Forms have their own
 * styles.
 */
export const REFERENCE_STYLES: SystemStyleObject<Theme> = {
  '& code, & pre': MONOSPACE,
  '& article': { minWidth: 0, paddingBlock: 3.5, ...LINE },
  '& section > div + div': { marginBlockStart: 2.5, paddingBlockStart: 2.5, ...LINE },
  '& h3, & section > div > h2': { typography: 'h3', margin: 0, overflowWrap: 'anywhere', outline: 'none' },
  '& h3 + code': { display: 'block', marginBlock: '6px 10px' },
  '& h4': { typography: 'body1', fontWeight: 'strong', margin: '20px 0 4px' },
  '& h4 ~ div': { paddingBlock: 0.5 },
  '& p:not(form *)': { typography: 'body1', margin: 0 },
  '& p + p:not(form *)': { typography: 'body2', marginBlockStart: 0.5, color: 'text.secondary' },
  '& a': { color: 'inherit', textUnderlineOffset: '4px' },
  '& summary': { paddingBlock: '10px', cursor: 'pointer' },
  '& article > details > summary': { fontWeight: 'strong' },
  '& details p:not(form *)': { margin: 0, paddingBlock: 0.5, color: 'inherit' },
  '& details a': { ...MONOSPACE, marginInlineStart: 2 },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': { paddingBlock: 1 },
  '& li + li': LINE,
  '& li ul': { paddingInlineStart: 2, borderInlineStart: '2px solid', borderColor: 'divider' },
  '& li > div': { display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' },
  '& li p:not(form *), & li span': { typography: 'body2' },
  // Types, after their fields.
  '& code + code, & span + code': { color: 'text.secondary' },
  '& p code': { color: 'inherit' },
  '& figure': {
    minWidth: 0,
    margin: '16px 0 0',
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: '4px',
    backgroundColor: 'clearcut.paper',
  },
  '& figure > div': { display: 'flex', flexWrap: 'wrap', gap: 0.5, paddingBlock: 0.5, paddingInline: 1 },
  '& figure button': {
    minHeight: 36,
    padding: '0 10px',
    border: 0,
    font: 'inherit',
    fontSize: 'small',
    fontWeight: 'strong',
    color: 'inherit',
    backgroundColor: 'transparent',
    cursor: 'pointer',
  },
  '& figure button[aria-pressed=true]': { boxShadow: 'inset 0 -3px 0 currentColor' },
  '& figure button:last-of-type': { marginInlineStart: 'auto' },
  // Keeps its space, so that hydration moves nothing.
  '& figure button:disabled': { visibility: 'hidden' },
  '& figure pre': {
    margin: 0,
    paddingBlock: 1.5,
    paddingInline: 2,
    overflowX: 'auto',
    overflowWrap: 'normal',
    lineHeight: 1.6,
    ...LINE,
  },
  '& figure pre:focus-visible': { outlineOffset: '-3px' },
};
