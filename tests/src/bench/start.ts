import { drawnPage } from '../support/drawn-page.ts';
import { startProduct } from '../support/product.ts';
import { median, type BenchResult } from './result.ts';

const STARTS = 5;

/**
 * Starts on an empty folder: time until a visitor has the server-rendered home page, against until the product reports
 * ready.
 */
export async function benchStart(): Promise<BenchResult> {
  const ready: number[] = [];
  const shown: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const begun = performance.now();
    const product = await startProduct();
    try {
      ready.push(performance.now() - begun);
      await drawnPage(product.url);
      shown.push(performance.now() - begun);
    } finally {
      await product.stop();
    }
  }
  return {
    name: 'a cold start to the first page that is drawn, against to ready',
    unit: 'ms',
    ours: median(shown),
    floor: median(ready),
    ratio: median(shown) / median(ready),
    target: { atMost: 1.2 },
    details: { starts: STARTS, ready: ready.map(Math.round).join(', '), shown: shown.map(Math.round).join(', ') },
  };
}
