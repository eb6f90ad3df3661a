import createCache, { type EmotionCache } from '@emotion/cache';
import { prefixes } from './prefixes.ts';

/** For languages written from the left; rtl-cache.ts makes the other one. */
export const createLtrCache = (): EmotionCache => createCache({ key: 'cc', stylisPlugins: [prefixes] });
