import createCache, { type EmotionCache } from '@emotion/cache';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import { prefixer } from 'stylis';

export function createRtlCache(): EmotionCache {
  return createCache({ key: 'ccr', stylisPlugins: [prefixer, rtlPlugin] });
}
