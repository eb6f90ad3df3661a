import createCache, { type EmotionCache } from '@emotion/cache';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import { prefixes } from './prefixes.ts';

export function createRtlCache(): EmotionCache {
  return createCache({ key: 'ccr', stylisPlugins: [prefixes, rtlPlugin] });
}
