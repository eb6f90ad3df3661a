import './compile-cache.ts';

// Static imports are compiled first, and would miss the cache.
await import('./start.ts');
