import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';

/** The reference is English in every language, like the API's answers. */
export const REFERENCE = { lang: 'en', dir: 'ltr' } as const;

export const MONOSPACE = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
} as const;

const LINE = { borderBlockStart: '1px solid', borderColor: 'divider' } as const;

/**
 * Styled by structure: with thousands of parts, a class for each would be a third of the document. Forms have their own
 * styles.
 */
export const REFERENCE_STYLES: SystemStyleObject<Theme> = {
  '& code, & pre': MONOSPACE,
  '& article': { minWidth: 0, paddingBlock: '28px', ...LINE },
  '& section > div + div': { marginBlockStart: '20px', paddingBlockStart: '20px', ...LINE },
  '& h3, & section > div > h2': { typography: 'h3', margin: 0, overflowWrap: 'anywhere', outline: 'none' },
  '& h3 + code': { display: 'block', marginBlock: '6px 10px' },
  '& h4': { typography: 'body1', fontWeight: 600, margin: '20px 0 4px' },
  '& h4 ~ div': { paddingBlock: '4px' },
  '& p:not(form *)': { typography: 'body1', margin: 0 },
  '& p + p:not(form *)': { typography: 'body2', marginBlockStart: '4px', color: 'text.secondary' },
  '& a': { color: 'inherit', textUnderlineOffset: '4px' },
  '& summary': { paddingBlock: '10px', cursor: 'pointer' },
  '& article > details > summary': { fontWeight: 600 },
  '& details p:not(form *)': { margin: 0, paddingBlock: '4px', color: 'inherit' },
  '& details a': { ...MONOSPACE, marginInlineStart: '16px' },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': { paddingBlock: '8px' },
  '& li + li': LINE,
  '& li ul': { paddingInlineStart: '16px', borderInlineStart: '2px solid', borderColor: 'divider' },
  '& li > div': { display: 'flex', flexWrap: 'wrap', columnGap: '12px', alignItems: 'baseline' },
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
  '& figure > div': { display: 'flex', flexWrap: 'wrap', gap: '4px', padding: '4px 8px' },
  '& figure button': {
    minHeight: 36,
    padding: '0 10px',
    border: 0,
    font: 'inherit',
    fontSize: '0.875rem',
    fontWeight: 600,
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
    padding: '12px 16px',
    overflowX: 'auto',
    overflowWrap: 'normal',
    lineHeight: 1.6,
    ...LINE,
  },
  '& figure pre:focus-visible': { outlineOffset: '-3px' },
};
