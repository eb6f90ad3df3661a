import createCache, { type EmotionCache } from '@emotion/cache';
import { prefixes } from './prefixes.ts';

export const createLtrCache = (): EmotionCache => createCache({ key: 'cc', stylisPlugins: [prefixes] });
