import { readdir, readFile } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import { serve } from '@clearcut/platform/threads/serve';
import type { Language } from '@clearcut/schemas/languages';
import type { Render, RenderedPage, RenderRequest } from '@clearcut/schemas/site/rendering';

const LOCALES = ['client', 'schemas'].map((part) => new URL(`../../../../${part}/locales/`, import.meta.url));

const { bundle } = workerData as { readonly bundle: string };
const { render } = (await import(bundle)) as { readonly render: Render };

async function textsIn(language: Language): Promise<RenderRequest['texts']> {
  const texts = LOCALES.map(async (locales) => {
    const folder = new URL(`${language}/`, locales);
    const names = (await readdir(folder)).filter((name) => /^[\w-]+\.json$/.test(name));
    return Promise.all(
      names.map(async (name) => {
        const content: unknown = JSON.parse(await readFile(new URL(name, folder), 'utf8'));
        return [name.replace(/\.json$/, ''), content as Readonly<Record<string, unknown>>] as const;
      }),
    );
  });
  return Object.fromEntries((await Promise.all(texts)).flat());
}

const tasks = {
  draw: async (request: Omit<RenderRequest, 'texts'>): Promise<RenderedPage> =>
    render({ ...request, texts: await textsIn(request.language) }),
};
export type RenderTasks = typeof tasks;

serve(tasks);
