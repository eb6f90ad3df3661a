import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import { MONOSPACE } from '../reference.ts';

const CODE = { ...MONOSPACE, overflowWrap: 'break-word' } as const;

/** By structure, like those of the reference. */
export const GUIDE_STYLES: SystemStyleObject<Theme> = {
  minWidth: 0,
  maxWidth: '60rem',
  '& h2': { typography: 'h3', margin: '48px 0 8px', overflowWrap: 'anywhere' },
  '& h3': { typography: 'body1', fontWeight: 'strong', margin: '28px 0 4px' },
  '& p, & li': { maxWidth: '70ch' },
  '& p': { margin: '12px 0 0' },
  '& ul': { margin: '12px 0 0', paddingInlineStart: 2.5 },
  '& li': { paddingBlock: 0.5 },
  '& code': CODE,
  '& a': { color: 'inherit', textUnderlineOffset: '4px' },
  '& pre, & div': {
    margin: '16px 0 0',
    overflowX: 'auto',
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: '4px',
  },
  '& pre': {
    ...CODE,
    paddingBlock: 1.5,
    paddingInline: 2,
    lineHeight: 1.6,
    backgroundColor: 'clearcut.paper',
    '&:focus-visible': { outlineOffset: '-3px' },
  },
  '& table': { borderCollapse: 'collapse', width: '100%', typography: 'body2' },
  '& th, & td': {
    padding: '10px 16px',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: 'inherit',
    minWidth: '8rem',
  },
  '& thead th': { fontWeight: 'strong' },
  '& tr + tr, & tbody': { borderBlockStart: '1px solid', borderColor: 'divider' },
};
