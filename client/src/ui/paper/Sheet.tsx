import { styled } from '@mui/material/styles';

/** A sheet of paper lying on the mat. */
export const Sheet = styled('div')(({ theme }) => ({
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.clearcut.paper,
  borderRadius: 4,
  boxShadow: theme.vars.palette.clearcut.shadow,
  // On paper the focus ring is the page's, not the mat's.
  '&& :focus-visible': { outlineColor: theme.vars.palette.clearcut.accentText },
}));
