import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { expect, test } from 'vitest';
import { drag, openAsMember, PATIENT, section, untilSettled } from './editor-hand.ts';
import { untilThere, upload, vase, viewOf } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

test('a background is found by its name; the look becomes a template, and is applied to all selected pictures', async () => {
  const page = await openAsMember(visitor);
  const id = new URL(page.url()).searchParams.get('image') ?? '';
  // They are cut out while the template is made.
  const ids: string[] = [];
  for (const name of ['a.png', 'b.png']) ids.push(await upload(page, visitor.url(), name, await vase(240)));
  const panel = page.getByRole('tabpanel', { name: 'Photo' });
  await panel.getByRole('button', { name: 'Streets' }).click();
  await expect.poll(() => panel.getByRole('radio').count()).toBe(4);
  await panel.getByRole('searchbox').fill('OAK table');
  await panel.getByRole('radio', { name: 'Oak table in a bright room' }).check();
  await untilSettled(page);
  expect((await viewOf(page, visitor.url(), id)).settings.background.id).toBe('table-oak');
  await panel.getByRole('searchbox').fill('');
  await photograph(page, 'backgrounds-1440');
  expect(await seriousProblems(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Templates' }).click();
  const templates = page.getByRole('tabpanel', { name: 'Templates' });
  await templates.getByLabel('Name', { exact: true }).fill('Stall');
  await templates.getByLabel('Size').selectOption('ebay');
  await templates.getByRole('radio', { name: 'JPG' }).click();
  await templates.getByRole('button', { name: 'Keep as template' }).click();
  const apply = templates.getByRole('button', { name: /^Stall/ });
  await apply.waitFor();
  await photograph(page, 'templates-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await apply.click();
  await untilSettled(page);
  const framed = (await viewOf(page, visitor.url(), id)).settings;
  expect(framed.position).toMatchObject({ output: { width: 1600, height: 1600 } });
  expect(framed.position.crop?.width).toBe(framed.position.crop?.height);
  await page.setViewportSize({ width: 390, height: 844 });
  await photograph(page, 'templates-390');

  for (const one of ids) await untilThere(page, visitor.url(), one);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${visitor.url()}/app/my-images`);
  for (const name of ['a.png', 'b.png']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('region', { name: 'Selected pictures' }).getByRole('button', { name: 'Template' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'A template for 2 pictures' });
  await dialog.getByRole('radio', { name: /Stall/ }).check();
  await photograph(page, 'templates-for-all-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'detached', ...PATIENT });
  for (const one of ids) {
    const { settings }: TransactionView = await viewOf(page, visitor.url(), one);
    expect(settings.background.id).toBe('table-oak');
    expect(settings.position.output).toEqual({ width: 1600, height: 1600 });
  }
});

test('regression: a template for many frames what strokes left of the subject, as the editor does; it can be renamed and replaced', async () => {
  const page = await openAsMember(visitor);
  const id = new URL(page.url()).searchParams.get('image') ?? '';
  const position = async () => (await viewOf(page, visitor.url(), id)).settings.position;
  const templates = page.getByRole('tabpanel', { name: 'Templates' });
  const openTemplates = async () => {
    await section(page, 'Background').click();
    await page.getByRole('tab', { name: 'Templates' }).click();
  };
  await openTemplates();
  await templates.getByLabel('Name', { exact: true }).fill('Close');
  await templates.getByLabel('Size').selectOption('subject');
  await templates.getByRole('button', { name: 'Keep as template' }).click();
  await templates.getByRole('button', { name: /^Close/ }).click();
  await untilSettled(page);
  const whole = await position();
  await page.getByRole('button', { name: 'Undo' }).click();

  // Erases the subject's lower half.
  await page.keyboard.press('e');
  for (let press = 0; press < 8; press++) await page.keyboard.press(']');
  for (const y of [0.6, 0.68, 0.76, 0.84, 0.92]) {
    await drag(page, [
      [0.02, y],
      [0.98, y],
    ]);
  }
  await untilSettled(page);
  await openTemplates();
  await templates.getByRole('button', { name: /^Close/ }).click();
  await untilSettled(page);
  const stroked = await position();
  expect(stroked.crop?.height).toBeLessThan((whole.crop?.height ?? 0) * 0.9);
  await page.getByRole('button', { name: 'Undo' }).click();
  await untilSettled(page);
  expect((await position()).crop).toBeNull();

  await templates.getByRole('button', { name: 'Rename Close' }).click();
  const renaming = page.getByRole('alertdialog', { name: 'Rename “Close”' });
  await renaming.getByLabel('Name', { exact: true }).fill('Tight');
  await photograph(page, 'templates-rename-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await renaming.getByRole('button', { name: 'Rename' }).click();
  await templates.getByRole('button', { name: /^Tight/ }).waitFor();
  await templates.getByLabel('Name', { exact: true }).fill('tight');
  await templates.getByLabel('Size').selectOption('subject');
  await templates.getByRole('radio', { name: 'WEBP' }).click();
  await templates.getByRole('button', { name: 'Replace “Tight”' }).click();
  await templates.getByRole('button', { name: /^tight/ }).waitFor();
  expect(await templates.getByRole('list').first().getByRole('listitem').count()).toBe(1);

  await page.goto(`${visitor.url()}/app/my-images`);
  await page
    .getByRole('checkbox', { name: /^Select / })
    .last()
    .check();
  await page.getByRole('region', { name: 'Selected pictures' }).getByRole('button', { name: 'Template' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'A template for 1 picture' });
  await dialog.getByRole('radio', { name: /tight/ }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'detached', ...PATIENT });
  expect((await position()).crop).toEqual(stroked.crop);
});
