import type { CSSObject, Theme } from '@mui/material/styles';

/** No more of the theme than is used: over the whole of it, with what react-admin adds, the compiler does not come to an end. */
interface Themed {
  readonly theme: Pick<Theme, 'vars'>;
}

/**
 * How fields of every form look: the label above, the box as high as a button, the problem below. They are MUI's own
 * TextField, Checkbox and Select, so that react-admin's inputs, which are made of them, look the same.
 */
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
        fontSize: '0.875rem',
        fontWeight: 550,
        lineHeight: 1.4,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
        '&.Mui-error': { color: theme.vars.palette.error.main },
      }),
      // What may be left out says so in its label; the star would need a legend.
      asterisk: { display: 'none' },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }: Themed): CSSObject => ({
        minHeight: 44,
        // The text inside has the padding; of two, the field of several lines had both.
        '&.MuiInputBase-multiline': { padding: 0 },
        backgroundColor: theme.vars.palette.clearcut.paper,
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.secondary },
        '&.Mui-focused': { outline: `3px solid ${theme.vars.palette.clearcut.accentText}`, outlineOffset: 3 },
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
        fontSize: '0.875rem',
        lineHeight: 1.45,
        color: theme.vars.palette.text.secondary,
        '&.Mui-error': { fontWeight: 550, color: theme.vars.palette.error.main },
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }: Themed): CSSObject => ({
        fontSize: '0.875rem',
        fontWeight: 550,
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
        // The box itself is an invisible input; the ring goes round what stands for it.
        '&.Mui-focusVisible': { outline: `3px solid ${theme.vars.palette.clearcut.accentText}`, outlineOffset: -6 },
      }),
    },
  },
  MuiSelect: { styleOverrides: { select: { minHeight: 'auto' } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
} as const;
