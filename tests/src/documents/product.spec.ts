/** The product page names what the code has. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { directionOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(join(projectRoot, path), 'utf8');
const page = await read('docs/product.md');

test('the product page lists the offered languages', () => {
  const [, count, list] =
    /^(\d+), English by default, Arabic and Hebrew from right to left: ([a-z, ]+)\. /m.exec(page) ?? [];
  const codes = TRANSLATIONS.map(({ code }) => code);
  expect(list?.split(', ')).toEqual(codes);
  expect(Number(count)).toBe(codes.length);
  expect(codes.filter((code) => directionOf(code) === 'rtl')).toEqual(['ar', 'he']);
});

test('the product page lists the menu from top to bottom', async () => {
  const items = [...(await read('client/src/features/private-area/menu.ts')).matchAll(/^ +(?:\{ )?name: '(\w+)'/gm)];
  const { menu } = JSON.parse(await read('client/locales/en/app.json')) as { menu: Record<string, string> };
  const [, listed = ''] = /^- Menu: (.+?)\. /m.exec(page) ?? [];
  const names = listed.replaceAll(/ \([^)]*\)/g, '').split(/, | and /);
  expect(names).toEqual([...items.map(([, name = '']) => menu[name]), menu['contact']]);
});
