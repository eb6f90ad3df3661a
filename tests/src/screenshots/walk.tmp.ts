import { launchBrowser } from '../support/browser.ts';
const [out = '/tmp/house', ...paths] = process.argv.slice(2);
const url = process.env['URL'] ?? 'http://localhost:3900';
const width = Number(process.env['W'] ?? 1280);
const browser = await launchBrowser();
for (const path of paths) {
  const ctx = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await ctx.newPage();
  page.on('console', (m) => { if (m.type() === 'error') console.log(path, 'console', m.text()); });
  await page.goto(url + path); await page.waitForLoadState('networkidle');
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) console.log(path, 'overflows by', over);
  await page.screenshot({ path: `${out}/${width}${path.replace(/\W+/g, '_')}.png`, fullPage: true });
  await ctx.close();
}
await browser.close();
