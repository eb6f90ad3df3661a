import GlobalStyles from '@mui/material/GlobalStyles';

/** Prints the sheet in black on one page of A4. */
export function PrintStyles() {
  return (
    <GlobalStyles
      styles={{
        '@page': { size: 'A4', margin: '11mm 13mm' },
        '@media print': {
          // Above the private layout's own light colours.
          ':root[data-theme]': {
            '--mui-palette-text-primary': '#000',
            '--mui-palette-text-secondary': '#333',
            '--mui-palette-divider': '#ccc',
            '--mui-palette-background-default': '#fff',
            '--mui-palette-clearcut-paper': '#fff',
            '--mui-palette-clearcut-shadow': 'none',
          },
          html: { fontSize: '11.5px', background: '#fff' },
          '#content, #content > div': { padding: '0 !important', maxWidth: 'none', overflow: 'visible' },
        },
      }}
    />
  );
}
