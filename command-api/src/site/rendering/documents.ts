import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { holdsToken } from '@clearcut/schemas/site/consent';
import type { StoredBody } from '../../http/site.ts';
import type { ShownPage } from '../page/shown-page.ts';
import type { DocumentOf } from '../page/document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import type { Renderer } from './renderer.ts';

const RENDER_TIMEOUT_MS = 2_000;
/** Delay before retrying a failed page, since each try may take the full time. */
const PAUSE_MS = 10_000;

export interface DocumentsDeps {
  readonly documentOf: DocumentOf;
  readonly renderer: Renderer;
  readonly kept: KeptDocuments;
  readonly onFailure: (error: unknown, shown: ShownPage) => void;
  readonly timeoutMs?: number;
  readonly pauseMs?: number;
}

export interface Documents {
  /** Rendered for an unknown visitor, or the shell on failure; never rejects. */
  of(shown: ShownPage): Promise<StoredBody | Uint8Array>;
}

interface Attempt {
  readonly document: Promise<StoredBody>;
  readonly since: number;
}

export function createDocuments({
  documentOf,
  renderer,
  kept,
  onFailure,
  timeoutMs = RENDER_TIMEOUT_MS,
  pauseMs = PAUSE_MS,
}: DocumentsDeps): Documents {
  const attempts = new Map<string, Attempt>();

  async function draw(name: string, shown: ShownPage): Promise<StoredBody> {
    const { page, language, path, facts } = shown;
    const pathname =
      path === undefined ? `${localPath(language, '/')}/404`.replace('//', '/') : localPath(language, path);
    const apiDocument = showsApi(page) ? shown.apiDocument() : undefined;
    const drawn = await renderer.draw({ pathname, language, facts, apiDocument });
    return kept.keep(name, documentOf(shown, drawn));
  }

  function attempt(name: string, shown: ShownPage): Attempt {
    const running = attempts.get(name);
    if (running !== undefined) return running;
    const begun = { document: draw(name, shown), since: performance.now() };
    attempts.set(name, begun);
    begun.document.then(
      () => attempts.delete(name),
      async () => {
        await setTimeout(pauseMs, undefined, { ref: false });
        attempts.delete(name);
      },
    );
    return begun;
  }

  return {
    async of(shown) {
      if (shown.page === 'private' || (shown.path !== undefined && holdsToken(shown.path))) return shell(shown);
      const name = nameOf(shown);
      try {
        const found = await kept.find(name);
        if (found !== undefined) return found;
        const { document, since } = attempt(name, shown);
        return await inTime(document, since + timeoutMs - performance.now());
      } catch (error) {
        onFailure(error, shown);
        return shell(shown);
      }
    },
  };

  function shell(shown: ShownPage): Uint8Array {
    return Buffer.from(documentOf(shown));
  }
}

const showsApi = (page: ShownPage['page']): boolean => page === 'apiReference' || page === 'apiTypes';

async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const giveUp = new AbortController();
  const late = setTimeout(Math.max(0, milliseconds), undefined, { ref: false, signal: giveUp.signal }).then(() => {
    throw new Error('The page was not drawn in time');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    giveUp.abort();
  }
}

function nameOf({ page, language, isIndexed, facts, apiDocument }: ShownPage): string {
  const settings = JSON.stringify([isIndexed, facts, showsApi(page) ? apiDocument() : null]);
  return `${createHash('sha256').update(settings).digest('hex').slice(0, 16)}/${language}/${page}`;
}
