/** Visitors' view of pages that cannot be rendered, with a broken server build. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CopiedProject, copyProject } from '../support/copied-project.ts';
import { drawnPage, isDrawn } from '../support/drawn-page.ts';
import { type Installation, startInstallation } from '../support/installation.ts';

/** How the renderer fails on each page. */
const BROKEN = {
  faq: `throw new Error('broken');`,
  pricing: 'process.exit(1);',
  terms: 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));',
  contact: 'await new Promise((done) => setTimeout(done, 4_000));',
} as const satisfies Partial<Record<PublicPage, string>>;

let project: CopiedProject;
let product: Installation;
beforeAll(async () => {
  project = await copyProject();
  const build = join(project.root, 'client/server/dist');
  await rename(join(build, 'render.js'), join(build, 'whole.js'));
  const cases = Object.entries(BROKEN).map(
    ([page, what]) => `if (request.pathname === '${PUBLIC_PAGES[page as PublicPage].path}') { ${what} }`,
  );
  await writeFile(
    join(build, 'render.js'),
    `import { render as whole } from './whole.js';
     export * from './whole.js';
     export async function render(request) { ${cases.join('\n')} return whole(request); }`,
  );
  product = await startInstallation({}, undefined, project.root);
});
afterAll(async () => {
  await product.stop();
  await project.remove();
});

async function counted(): Promise<number> {
  const exposition = await (await fetch(`${product.url}/metrics`)).text();
  return Number(/^site_render_failed_total(?:\{.*\})? (\d+)$/m.exec(exposition)?.[1] ?? 0);
}

test.for([
  ['throws', 'faq', 'es'],
  ['is killed', 'pricing', 'de'],
  ['has no memory left', 'terms', 'fr'],
  ['takes too long', 'contact', 'it'],
] as const)(
  'when the renderer %s, the visitor gets the shell, the failure is counted, and other pages are rendered',
  async ([, page, language]) => {
    const before = await counted();
    const answer = await fetch(product.url + PUBLIC_PAGES[page].path, { headers: { accept: 'text/html' } });
    const markup = await answer.text();
    expect([answer.status, isDrawn(markup)]).toEqual([200, false]);
    expect(markup).toContain('<div id="root"');
    expect(await counted()).toBe(before + 1);
    // A page that no earlier test requested.
    await drawnPage(product.url + localPath(language, '/faq'));
  },
);
