import { styled } from '@mui/material/styles';

export const Sheet = styled('div')(({ theme }) => ({
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.clearcut.paper,
  borderRadius: 4,
  boxShadow: theme.vars.palette.clearcut.shadow,
  '--ring': theme.vars.palette.clearcut.accentText,
}));
