import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { describe, expect, test } from 'vitest';
import { drawnPage } from '../support/drawn-page.ts';
import { newOwner } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

describe.each(['en', 'ar'] as const)('in %s', (code) => {
  test('text pages and the contact form fit and are accessible', async () => {
    for (const name of ['faq', 'privacy', 'contact'] as const) {
      for (const width of [320, 1280]) {
        const page = await visitor.open(localPath(code, PUBLIC_PAGES[name].path), { viewport: { width, height: 800 } });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          `${name} at ${width} px`,
        ).toBe(0);
        expect(await seriousProblems(page)).toEqual([]);
        await photograph(page, `${name}-${code}-${width}`);
        await page.context().close();
      }
    }
  });
});

describe.each(['en', 'ar'] as const)('without JavaScript, in %s', (code) => {
  const READ = ['home', 'pricing', 'faq', 'contact', 'privacy', 'docs', 'move', 'apiReference', 'apiTypes'] as const;

  test('pages can be read, look as they do with it, and fit', async () => {
    for (const name of READ) {
      const path = localPath(code, PUBLIC_PAGES[name].path);
      await drawnPage(visitor.url() + path);
      for (const width of [320, 1280]) {
        const page = await visitor.open(path, { javaScriptEnabled: false, viewport: { width, height: 800 } });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          `${name} at ${width} px`,
        ).toBe(0);
        expect(await page.locator('h1').count()).toBe(1);
        expect(await page.locator('h1').isVisible()).toBe(true);
        await photograph(page, `plain-${name}-${code}-${width}`);
        await page.context().close();
      }
    }
  });

  test('prices are shown without JavaScript', async () => {
    const path = localPath(code, '/pricing');
    await drawnPage(visitor.url() + path);
    const page = await visitor.open(path, { javaScriptEnabled: false });
    expect(await page.getByRole('main').getByText('59').count()).toBeGreaterThan(0);
  });

  test('the not-found page offers ways to continue', async () => {
    const path = `${code === 'en' ? '' : `/${code}`}/nowhere`;
    await drawnPage(visitor.url() + path);
    const page = await visitor.open(path, { javaScriptEnabled: false });
    await page.locator(`main a[href="${localPath(code, '/faq')}"]`).click();
    expect(new URL(page.url()).pathname).toBe(localPath(code, '/faq'));
  });

  test('the contact form sends a message, or shows why it cannot', async () => {
    for (const path of ['/contact', '/contact/sent', '/contact/not-sent'] as const)
      await drawnPage(visitor.url() + localPath(code, path));
    const page = await visitor.open(localPath(code, '/contact'), { javaScriptEnabled: false });
    const send = async (subject: string) => {
      await page.locator('input[name=email]').fill('ada@example.com');
      await page.locator('input[name=subject]').fill(subject);
      await page.locator('textarea[name=message]').fill('Hello');
      await page.locator('button[type=submit]').click();
    };
    await send('   ');
    expect(new URL(page.url()).pathname).toBe(localPath(code, '/contact/not-sent'));
    expect(await page.getByRole('alert').first().isVisible()).toBe(true);
    await send('A question');
    expect(new URL(page.url()).pathname).toBe(localPath(code, '/contact/sent'));
    expect(await page.getByRole('status').isVisible()).toBe(true);
    await photograph(page, `plain-contact-sent-${code}`);
  });
});

test("a shown page's head says everything once, and the next page gets its own", async () => {
  const page = await visitor.open('/faq');
  const counts = () =>
    page.evaluate(() =>
      ['title', 'meta[name=description]', 'link[rel=canonical]', 'link[hreflang=es]'].map(
        (tag) => document.head.querySelectorAll(tag).length,
      ),
    );
  expect(await counts()).toEqual([1, 1, 1, 1]);
  await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'Privacy policy' }).click();
  await expect.poll(() => page.title()).toBe('Privacy policy – Clearcut');
  expect(await counts()).toEqual([1, 1, 0, 0]);
});

test('the contact form sends a message, and marks each missing field', async () => {
  const page = await visitor.open('/contact');
  await page.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill('  ');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('This field is required').waitFor();
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
});

test('a member writes from a dialog, and can read the privacy policy inside the account', async () => {
  const { page } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/privacy-policy`);
  await page.getByRole('heading', { name: 'Privacy policy' }).waitFor();
  await page.getByRole('button', { name: 'Contact' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Credits');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Hello');
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, 'contact-dialog');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByRole('heading', { name: 'Thank you' }).waitFor();
});

test('no page contacts another host', async () => {
  const page = await visitor.open('/');
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  for (const path of ['/faq', '/contact', '/privacy-policy', '/es', '/ar']) {
    await page.goto(visitor.url() + path);
    await page.waitForLoadState('networkidle');
  }
  expect([...hosts]).toEqual([new URL(visitor.url()).host]);
});
