import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';

/** Prints only the sheet, in light colours, on one page of A4. */
export function PrintStyles() {
  const { light } = useTheme().colorSchemes;
  const own = Object.entries(light?.palette.clearcut ?? {}).map(([name, value]) => [
    `--mui-palette-clearcut-${name}`,
    value,
  ]);
  return (
    <GlobalStyles
      styles={{
        '@page': { size: 'A4', margin: '11mm 13mm' },
        '@media print': {
          ':root, [data-theme]': {
            ...(Object.fromEntries(own) as Record<string, string>),
            '--mui-palette-text-primary': '#000',
            '--mui-palette-text-secondary': '#333',
            '--mui-palette-divider': '#ccc',
            '--mui-palette-background-default': '#fff',
            '--mui-palette-clearcut-paper': '#fff',
            '--mui-palette-clearcut-shadow': 'none',
          },
          html: { fontSize: '11.5px', background: '#fff' },
          '.no-print, #root > :not(:has(#content)), :has(> #content) > :not(#content)': { display: 'none !important' },
          '#content, #content > div': { padding: '0 !important', maxWidth: 'none', overflow: 'visible' },
        },
      }}
    />
  );
}
