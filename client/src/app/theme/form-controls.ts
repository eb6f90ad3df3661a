import type { CSSObject, Theme } from '@mui/material/styles';
import { SIZE, WEIGHT } from '../../ui/scale.ts';

/** Typed over the whole theme with react-admin's additions, type checking never finishes. */
interface Themed {
  readonly theme: Pick<Theme, 'vars'>;
}

/** Built on MUI's TextField, Checkbox and Select, so that react-admin's inputs look the same. */
export const formControls = {
  MuiTextField: { defaultProps: { variant: 'outlined', fullWidth: true } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }: Themed): CSSObject => ({
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        overflow: 'visible',
        whiteSpace: 'normal',
        marginBlockEnd: 6,
        fontSize: SIZE.small,
        fontWeight: WEIGHT.strong,
        lineHeight: 1.4,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
        '&.Mui-error': { color: theme.vars.palette.error.main },
      }),
      // Optional fields say so in their label; a star would need a legend.
      asterisk: { display: 'none' },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }: Themed): CSSObject => ({
        minHeight: 44,
        // The inner text has the padding; multi-line fields would have it twice.
        '&.MuiInputBase-multiline': { padding: 0 },
        backgroundColor: theme.vars.palette.clearcut.paper,
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.secondary },
        '&.Mui-focused': { outline: '3px solid var(--ring)', outlineOffset: 3 },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderWidth: 1,
          borderColor: theme.vars.palette.text.secondary,
        },
      }),
      input: { padding: '10px 12px', height: 'auto', lineHeight: 1.5 },
      notchedOutline: ({ theme }: Themed): CSSObject => ({
        top: 0,
        borderColor: theme.vars.palette.clearcut.edge,
        '& legend': { display: 'none' },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }: Themed): CSSObject => ({
        marginInline: 0,
        marginBlockStart: 6,
        fontSize: SIZE.small,
        lineHeight: 1.45,
        color: theme.vars.palette.text.secondary,
        '&.Mui-error': { fontWeight: WEIGHT.strong, color: theme.vars.palette.error.main },
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }: Themed): CSSObject => ({
        fontSize: SIZE.small,
        fontWeight: WEIGHT.strong,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: ({ theme }: Themed): CSSObject => ({
        color: theme.vars.palette.clearcut.edge,
        '&.Mui-checked': { color: theme.vars.palette.clearcut.accentText },
        // The real checkbox is invisible; outlines its replacement.
        '&.Mui-focusVisible': { outline: '3px solid var(--ring)', outlineOffset: -6 },
      }),
    },
  },
  MuiSelect: { styleOverrides: { select: { minHeight: 'auto' } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
} as const;
