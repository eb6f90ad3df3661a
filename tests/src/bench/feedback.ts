import { launchBrowser } from '../support/browser.ts';
import { photoLike } from './picture.ts';
import { median, type BenchResult } from './result.ts';

const SIZE = { width: 6000, height: 4000 };
const TIMES = 5;
/** People perceive an answer within this time as immediate. */
const AT_ONCE_MS = 100;

/** From choosing a photo of 24 megapixels to seeing it on the page, before the server answers. */
export async function benchFeedback(url: string): Promise<BenchResult[]> {
  const browser = await launchBrowser();
  try {
    const buffer = await photoLike(SIZE.width, SIZE.height);
    const waits: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' });
      // Measures only the page's own work.
      await page.route('**/api/transaction/?*', () => undefined);
      await page.goto(`${url}/upload`);
      await page.getByTestId('file-input').setInputFiles({ name: 'bench.jpg', mimeType: 'image/jpeg', buffer });
      await page.waitForFunction(() => performance.getEntriesByName('upload:shown').length > 0);
      waits.push(await page.evaluate(() => performance.measure('feedback', 'upload:given', 'upload:shown').duration));
      await page.close();
    }
    const ours = median(waits);
    return [
      {
        name: 'feedback on 24 MP: from choosing a photo to seeing it',
        unit: 'ms',
        ours,
        floor: AT_ONCE_MS,
        ratio: ours / AT_ONCE_MS,
        target: { atMost: 1 },
        details: { times: TIMES, slowest: Math.max(...waits) },
      },
    ];
  } finally {
    await browser.close();
  }
}
