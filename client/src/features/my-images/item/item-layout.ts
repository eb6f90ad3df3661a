import type { Theme } from '@mui/material/styles';
import { oneLine } from '../../../ui/paper/one-line.ts';

const shared = (theme: Theme) => ({
  position: 'relative',
  minWidth: 0,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.clearcut.paper,
  '& .about': { minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 },
  '& .name': {
    fontWeight: 'strong',
    ...oneLine,
  },
  // The focus ring lies outside the link's box.
  '& .name:focus-within': { overflow: 'visible' },
  '& .facts': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    rowGap: 0.25,
    columnGap: 1.5,
    fontSize: 'small',
    color: theme.vars.palette.text.secondary,
  },
  '& .actions': { display: 'flex', flexWrap: 'wrap', alignItems: 'center' },
});

export const cardSx = (theme: Theme) =>
  ({
    ...shared(theme),
    display: 'flex',
    flexDirection: 'column',
    borderRadius: '4px',
    overflow: 'clip',
    '&[data-selected]': { boxShadow: `0 0 0 3px ${theme.vars.palette.clearcut.accentText}` },
    '& .thumbnail': { aspectRatio: '4 / 3', flexShrink: 0 },
    // White, so that the box is visible on any picture.
    '& .select': {
      position: 'absolute',
      zIndex: 1,
      insetBlockStart: 8,
      insetInlineStart: 8,
      borderRadius: '4px',
      backgroundColor: theme.vars.palette.clearcut.paper,
      boxShadow: '0 1px 2px rgb(6 30 25 / 30%)',
    },
    // Name and picture lead to the editor.
    '& .name a::after': {
      content: '""',
      position: 'absolute',
      insetBlockStart: 0,
      insetInline: 0,
      aspectRatio: '4 / 3',
    },
    '& .about': { ...shared(theme)['& .about'], padding: '12px 14px 4px', flexGrow: 1, alignContent: 'start' },
    '& .actions': { ...shared(theme)['& .actions'], padding: '4px 6px 6px' },
  }) as const;

/** List row. Actions move below when long words would leave the name no room. */
export const rowSx = (theme: Theme) =>
  ({
    ...shared(theme),
    display: 'grid',
    alignItems: 'center',
    rowGap: 0.5,
    columnGap: 1.5,
    padding: '8px 12px 8px 4px',
    gridTemplateColumns: '42px 64px minmax(0, 1fr)',
    gridTemplateAreas: '"select thumbnail about" ". actions actions"',
    [theme.breakpoints.up('xl')]: {
      gridTemplateColumns: '42px 64px minmax(0, 1fr) auto',
      gridTemplateAreas: '"select thumbnail about actions"',
    },
    '&[data-selected]': {
      backgroundColor: `color-mix(in srgb, ${theme.vars.palette.clearcut.accent} 9%, ${theme.vars.palette.clearcut.paper})`,
    },
    '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
    '& .select': { gridArea: 'select' },
    '& .name a::after': {
      content: '""',
      position: 'absolute',
      insetBlockStart: 8,
      insetInlineStart: 58,
      width: 64,
      height: 64,
    },
    '& .thumbnail': { gridArea: 'thumbnail', width: 64, height: 64 },
    '& .about': { ...shared(theme)['& .about'], gridArea: 'about' },
    '& .facts': { ...shared(theme)['& .facts'], justifyContent: 'flex-start' },
    '& .actions': { ...shared(theme)['& .actions'], gridArea: 'actions', marginInlineStart: -1 },
  }) as const;
