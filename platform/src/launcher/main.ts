import './compile-cache.ts';

// Dynamic: static imports are all compiled before the first one runs, and would miss the cache.
await import('./start.ts');
