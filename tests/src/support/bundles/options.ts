/** NODE_OPTIONS of processes that tests start: they run bundles where the run made some, else the sources. */
export const bundledOptions = (): string =>
  process.env['TEST_BUNDLES'] === '1' ? `--import ${new URL('redirect.ts', import.meta.url).href}` : '';
