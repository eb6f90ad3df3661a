import { createTheme } from '@mui/material/styles';
import type { Direction } from '@clearcut/schemas/languages';
import { snipped } from '../../ui/paper/snipped.ts';
import { formControls } from './form-controls.ts';
import { SIZE, UNIT, WEIGHT } from '../../ui/scale.ts';
import { dark, light, type Tokens } from './tokens.ts';

declare module '@mui/material/styles' {
  interface Palette {
    clearcut: Tokens;
  }
  interface PaletteOptions {
    clearcut?: Tokens;
  }
  interface TypographyVariants {
    display: React.CSSProperties;
  }
  interface TypographyVariantsOptions {
    display?: React.CSSProperties;
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    display: true;
  }
}

// Our two typefaces are Latin only; those of other scripts (typefaces.ts) follow.
const OTHERS =
  "'Readex Pro Variable', 'Noto Sans Variable', 'Noto Sans Hebrew Variable', 'Noto Sans Thai Variable', system-ui, sans-serif";
const TEXT = `'Instrument Sans Variable', ${OTHERS}`;
const DISPLAY = `'Bricolage Grotesque Variable', ${OTHERS}`;

const palette = (tokens: Tokens) => ({
  primary: { main: tokens.accent, dark: tokens.accentHover, contrastText: tokens.onAccent },
  error: { main: tokens.danger },
  background: { default: tokens.desk, paper: tokens.paper },
  text: { primary: tokens.ink, secondary: tokens.inkSoft },
  divider: tokens.line,
  clearcut: tokens,
});

const heading = (size: string, lineHeight: number) => ({
  fontFamily: DISPLAY,
  fontWeight: WEIGHT.bold,
  fontSize: size,
  lineHeight,
  letterSpacing: '-0.02em',
  textWrap: 'balance' as const,
  // One word of a heading can be wider than a phone.
  overflowWrap: 'break-word' as const,
  '@media (max-width: 480px)': { hyphens: 'auto' as const },
  // Tracking tears Arabic's joined letters apart. Arabic and Thai marks need more height, as do CJK letters.
  '[dir=rtl] &, [lang=th] &, [lang=ja] &, [lang=ko] &, [lang|=zh] &': {
    letterSpacing: 0,
    lineHeight: lineHeight + 0.25,
  },
});

/** CSS pixels unless a unit is given. */
export function createClearcutTheme(direction: Direction) {
  return createTheme({
    direction,
    cssVariables: { colorSchemeSelector: 'data-theme' },
    colorSchemes: { light: { palette: palette(light) }, dark: { palette: palette(dark) } },
    breakpoints: { values: { xs: 0, sm: 560, md: 768, lg: 1024, xl: 1280 } },
    // A function, as a number becomes a longer calc() in each style.
    spacing: (steps: number) => `${steps * UNIT}px`,
    shape: { borderRadius: 4 },
    typography: {
      ...SIZE,
      ...WEIGHT,
      fontFamily: TEXT,
      display: heading('clamp(2.75rem, 1.2rem + 6.2vw, 5.125rem)', 0.95),
      h1: heading('clamp(2rem, 1.4rem + 2.4vw, 3rem)', 1.05),
      h2: heading('clamp(1.75rem, 1.3rem + 1.8vw, 2.5rem)', 1.1),
      h3: { ...heading(SIZE.title, 1.2), letterSpacing: '-0.01em' },
      body1: {
        fontSize: SIZE.text,
        lineHeight: 1.55,
        textWrap: 'pretty',
        '[dir=rtl] &, [lang=th] &': { lineHeight: 1.65 },
      },
      body2: { fontSize: SIZE.small, lineHeight: 1.5, '[dir=rtl] &, [lang=th] &': { lineHeight: 1.6 } },
      button: {
        fontSize: SIZE.text,
        fontWeight: WEIGHT.strong,
        lineHeight: 1.2,
        textTransform: 'none',
        letterSpacing: 0,
      },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: (theme) => ({
          html: { scrollBehavior: 'smooth', scrollPaddingBlockStart: '24px' },
          body: { overflowX: 'clip', minHeight: '100dvh' },
          '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
          // Inherited, so that each ground sets the ring that stands out on it.
          ':root': { '--ring': theme.vars.palette.clearcut.accentText },
          // Not matched by `*`: otherwise the rows in it would be higher than others.
          '::details-content': { boxSizing: 'inherit' },
          ':focus-visible': { outline: '3px solid var(--ring)', outlineOffset: '3px' },
          '.on-mat': { '--ring': theme.vars.palette.clearcut.onMat },
          '::selection': {
            background: theme.vars.palette.clearcut.accent,
            color: theme.vars.palette.clearcut.onAccent,
          },
          '@media (prefers-reduced-motion: reduce)': {
            html: { scrollBehavior: 'auto' },
            '*, ::before, ::after': { animation: 'none !important', transition: 'none !important' },
            '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*)': {
              animation: 'none !important',
            },
          },
        }),
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: { '&:focus-visible': { outline: '3px solid var(--ring)', outlineOffset: '3px' } },
        },
      },
      MuiButton: {
        defaultProps: { disableElevation: true, color: 'inherit' },
        styleOverrides: {
          root: ({ theme }) => ({
            ...snipped(12),
            minHeight: 44,
            paddingInline: 20,
            transition: 'background-color 120ms, border-color 120ms, translate 120ms',
            '&:active': { translate: '0 1px' },
            variants: [
              { props: { size: 'large' }, style: { minHeight: 54, paddingInline: 28 } },
              { props: { variant: 'contained' }, style: { '@media (forced-colors: active)': { border: '2px solid' } } },
              {
                props: { variant: 'outlined' },
                style: {
                  borderColor: theme.vars.palette.clearcut.edge,
                  '&:hover': { borderColor: 'currentColor', backgroundColor: theme.vars.palette.clearcut.desk },
                },
              },
              {
                props: { variant: 'text' },
                style: {
                  textDecoration: 'underline',
                  textDecorationThickness: 1,
                  textUnderlineOffset: 4,
                  '&:hover': { backgroundColor: 'transparent', textDecorationThickness: 2 },
                },
              },
            ],
          }),
        },
      },
      ...formControls,
      MuiLink: { defaultProps: { color: 'inherit' }, styleOverrides: { root: { textUnderlineOffset: 4 } } },
    },
  });
}
