import '@clearcut/platform/launcher/compile-cache';

// Not a plain import: see the launcher's.
await import('./run.ts');
