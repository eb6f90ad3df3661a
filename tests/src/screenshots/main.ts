/**
 * `npm run screenshots` starts the product and takes the README's pictures. `npm run screenshots -- sheets` instead
 * takes the public pages in all languages, many per sheet, for review; page names after it select pages.
 */
import { launchBrowser } from '../support/browser.ts';
import { startProduct } from '../support/product.ts';
import { photographForReadme } from './readme.ts';
import { isOnSheets, photographSheets, SHEET_PAGES } from './sheets.ts';

const [what, ...names] = process.argv.slice(2);
const pages = names.filter(isOnSheets);
if ((what !== undefined && what !== 'sheets') || pages.length < names.length) {
  console.error(`Usage: npm run screenshots -- [sheets [${SHEET_PAGES.join('|')}]…]`);
  process.exit(2);
}

const product = await startProduct();
// The product has its own process group: otherwise an interrupted run would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void product.stop().finally(() => process.exit(1)));
}
const browser = await launchBrowser();
try {
  if (what === undefined) await photographForReadme(browser, product);
  else await photographSheets(browser, product.url, pages.length === 0 ? SHEET_PAGES : pages);
} finally {
  await browser.close();
  await product.stop();
}
