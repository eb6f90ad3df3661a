import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';

/** Prints the page without its menus, in light colours: paper stays white, whatever the theme. */
export function PrintStyles() {
  const theme = useTheme();
  const { paper, ink, inkSoft } = theme.colorSchemes.light?.palette.clearcut ?? theme.palette.clearcut;
  const [light] = theme
    .generateStyleSheets()
    .flatMap((sheet) => Object.entries<object>(sheet))
    .flatMap(([selector, variables]) => (selector.includes('light') ? [variables] : []));
  return (
    <GlobalStyles
      styles={{
        '@media print': {
          'html[data-theme]': {
            ...light,
            '--mui-palette-clearcut-mat': paper,
            '--mui-palette-clearcut-onMat': ink,
            '--mui-palette-clearcut-onMatSoft': inkSoft,
          },
          '.no-print, #root > :not(:has(#content)), :has(> #content) > :not(#content)': { display: 'none !important' },
        },
      }}
    />
  );
}
