import { CacheProvider, type EmotionCache } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider as MuiThemeProvider } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Direction, directionOf, isTranslated } from '@clearcut/schemas/languages';
import { createClearcutTheme } from './theme.ts';

export interface ThemeProviderProps {
  readonly cacheFor: (direction: Direction) => EmotionCache;
  readonly children: ReactNode;
}

export function ThemeProvider({ cacheFor, children }: ThemeProviderProps) {
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
