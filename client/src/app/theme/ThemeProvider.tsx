import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider as MuiThemeProvider } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, isTranslated } from '@clearcut/schemas/languages';
import { cacheFor } from './emotion-caches.ts';
import { createClearcutTheme } from './theme.ts';

/** Clearcut's theme in the direction of the language shown, light or dark as the system is or as the person chose. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const direction = isTranslated(i18n.language) ? directionOf(i18n.language) : 'ltr';
  const theme = useMemo(() => createClearcutTheme(direction), [direction]);
  return (
    <CacheProvider value={cacheFor(direction)}>
      <MuiThemeProvider theme={theme} modeStorageKey="theme" disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        {children}
      </MuiThemeProvider>
    </CacheProvider>
  );
}
