import { createThread } from '@clearcut/platform/threads/thread';
import type { RenderedPage, RenderRequest } from '@clearcut/schemas/site/rendering';
import type { RenderTasks } from './thread.ts';

/** A busy thread that is silent this long is stuck. */
const STUCK_MS = 20_000;
/** Pages are cached, so the thread is mostly idle: frees its memory. */
const IDLE_MS = 60_000;

/** Ten times what a page needs: a faulty page must not exhaust the process. */
const MEMORY_MB = 256;

export interface Renderer {
  /** Renders on a separate thread: a page takes as long as a hundred requests. @throws Error when rendering fails */
  draw(request: Omit<RenderRequest, 'texts'>): Promise<RenderedPage>;
  stop(): void;
}

export function createRenderer(bundle: URL, { stuckMs = STUCK_MS }: { readonly stuckMs?: number } = {}): Renderer {
  const thread = createThread<RenderTasks>(new URL('./thread.ts', import.meta.url), [], {
    workerData: { bundle: bundle.href },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let drawing = 0;
  let timer: NodeJS.Timeout | undefined;
  const endAfter = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => thread.end(), milliseconds).unref();
  };
  return {
    async draw(request) {
      drawing++;
      endAfter(stuckMs);
      try {
        return await thread.run('draw', request);
      } finally {
        drawing--;
        endAfter(drawing > 0 ? stuckMs : IDLE_MS);
      }
    },
    stop() {
      clearTimeout(timer);
      thread.end();
    },
  };
}
