/** `npm start`. */
import './compile-cache.ts';

// Not a plain import: all of those are compiled before the first of them runs, and none would come from the cache.
await import('./start.ts');
