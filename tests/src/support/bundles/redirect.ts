/**
 * Preloaded with `--import` into processes that tests start: runs a service's bundle instead of its sources, whose many
 * modules take half of a start.
 */
import { registerHooks } from 'node:module';
import { BUNDLES, PROGRAMS } from './programs.ts';

const root = new URL('../../../../', import.meta.url);
const bundles = new Map(
  PROGRAMS.map((path) => [
    new URL(path, root).href,
    new URL(path.replace(/\.ts$/, '.mjs'), new URL(BUNDLES, root)).href,
  ]),
);

const hooks = registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    if (context.parentURL !== undefined) return found;
    // A hook costs every further module.
    hooks.deregister();
    const url = bundles.get(found.url);
    return url === undefined ? found : { url, format: 'module', shortCircuit: true };
  },
});
