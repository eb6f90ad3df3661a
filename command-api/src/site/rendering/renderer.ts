import { createThread } from '@clearcut/platform/threads/thread';
import type { RenderedPage, RenderRequest } from '@clearcut/schemas/site/rendering';
import type { RenderTasks } from './thread.ts';

/** A thread that says nothing for so long, with work to do, is stuck. */
const STUCK_MS = 20_000;
/** Pages are kept, so that most of the time there is nothing to draw: the thread's memory is given back. */
const IDLE_MS = 60_000;

/** Ten times what a page needs: a page that goes wrong must not take the memory of all that this process does. */
const MEMORY_MB = 256;

export interface Renderer {
  /** Draws a page on a thread of its own: a page takes as long as a hundred requests. @throws Error where it cannot be drawn */
  draw(request: Omit<RenderRequest, 'texts'>): Promise<RenderedPage>;
  stop(): void;
}

/** @param bundle address of the client's build for the server */
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
        // Each answer is a sign of life.
        endAfter(drawing > 0 ? stuckMs : IDLE_MS);
      }
    },
    stop() {
      clearTimeout(timer);
      thread.end();
    },
  };
}
