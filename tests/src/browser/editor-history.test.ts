/**
 * Edits, undoes, redoes and reloads in any order: the editor shows each operation as when it was made, and as the
 * server renders it from the events.
 */
import { setTimeout } from 'node:timers/promises';
import { differenceOf } from '@clearcut/scene/testing/difference';
import { constantFrom, nat, record, sample } from 'fast-check';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import {
  decoded,
  drag,
  openAsMember,
  PATIENT,
  section,
  shownPixels,
  untilSettled,
  type Pixels,
  type Spot,
} from './editor-hand.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const STEPS = process.env['LONG_TESTS'] === '1' ? 400 : 24;
/** A server's rendering takes a second: requested every few steps, and at the end. */
const ASK_EVERY = 8;

/** Long enough to inspect the picture before. */
const ANSWER_AFTER_MS = 400;

/** More undo and redo than edits, or the tree would only grow. */
const step = record({
  kind: constantFrom(
    ...(['erase', 'restore', 'colour', 'photo', 'angle', 'shadow', 'reset'] as const),
    ...(['undo', 'undo', 'undo', 'undo', 'redo', 'redo', 'redo', 'reload', 'reload'] as const),
  ),
  seed: nat(999),
});

const pick = <T>(values: readonly [T, ...T[]], seed: number): T => values[seed % values.length] ?? values[0];

const edits: Readonly<Record<string, (page: Page, seed: number) => Promise<void>>> = {
  erase: (page, seed) => stroke(page, 'e', seed),
  restore: (page, seed) => stroke(page, 'r', seed),
  async colour(page, seed) {
    await section(page, 'Background').click();
    await page.getByRole('tab', { name: 'Colour' }).click();
    await page.getByRole('radio', { name: pick(['#ffffff', '#c4452d', '#3f7d58', '#1b2a49'], seed) }).check();
  },
  async photo(page, seed) {
    await section(page, 'Background').click();
    await page.getByRole('tab', { name: 'Photo' }).click();
    await page
      .getByRole('radio', { name: pick([/marble/i, /wood|oak/i, /no background/i], seed) })
      .first()
      .check();
  },
  async angle(page, seed) {
    await page.keyboard.press('v');
    await page.getByRole('spinbutton', { name: 'Angle' }).fill(String((seed % 90) - 45));
    await page.getByRole('spinbutton', { name: 'Angle' }).blur();
    // Typed numbers become an edit after a pause.
    await page.waitForTimeout(800);
  },
  async shadow(page, seed) {
    await section(page, 'Shadow').click();
    await page
      .getByRole('radiogroup', { name: 'Shadow' })
      .getByRole('radio', { name: pick(['None', 'Drop', 'Ground'], seed) })
      .click();
  },
  async reset(page) {
    const button = page.getByRole('button', { name: 'Reset all changes' });
    if (await button.isEnabled()) await button.click();
  },
};

/** A straight line across the picture. */
async function stroke(page: Page, key: string, seed: number): Promise<void> {
  await page.keyboard.press(key);
  const from: Spot = [0.15 + (seed % 10) * 0.07, 0.2 + (seed % 7) * 0.1];
  await drag(page, [from, [from[0] > 0.5 ? from[0] - 0.2 : from[0] + 0.2, 0.85 - (seed % 9) * 0.07]], 5);
}

const headOf = async (page: Page): Promise<string> =>
  (await page.getByTestId('stage').getAttribute('data-head', PATIENT)) ?? '';

function expectSame(shown: Pixels, before: Pixels | undefined, about: string): void {
  if (before === undefined) throw new Error(`${about}: it leads to what was never shown`);
  expect([shown.width, shown.height], about).toEqual([before.width, before.height]);
  const { mean, worstSquare } = differenceOf(shown, before);
  expect(mean, about).toBeLessThan(0.3);
  expect(worstSquare, about).toBeLessThan(4);
}

const button = (page: Page, name: 'Undo' | 'Redo') => page.getByRole('button', { name, exact: true });

test(
  `the same events give the same pixels, over ${STEPS} random edits, undos, redos and reloads`,
  async () => {
    const page = await openAsMember(visitor);
    const id = new URL(page.url()).searchParams.get('image') ?? '';
    await page.route('**/api/transaction/**', async (route) => {
      if (route.request().method() === 'POST') await setTimeout(ANSWER_AFTER_MS);
      await route.continue();
    });
    const shownFor = new Map<string, Pixels>();
    let undoable: string[] = [];
    let redoable: string[] = [];
    let head = await headOf(page);
    shownFor.set(head, await shownPixels(page));

    const steps = sample(step, { numRuns: STEPS, seed: 20261121 });
    for (const [index, { kind, seed }] of steps.entries()) {
      const about = `step ${index}: ${kind} ${seed}`;
      if (kind === 'reload') {
        await page.reload();
      } else if (kind === 'undo' || kind === 'redo') {
        const [name, from] = kind === 'undo' ? (['Undo', undoable] as const) : (['Redo', redoable] as const);
        expect(await button(page, name).isEnabled(), about).toBe(from.length > 0);
        if (from.length === 0) continue;
        await button(page, name).click();
      } else {
        await edits[kind]?.(page, seed);
      }
      // First what the editor shows by itself, then with the server's later answer.
      if (kind === 'undo' || kind === 'redo') {
        const target = (kind === 'undo' ? undoable : redoable).at(-1) ?? '';
        await page.locator(`[data-testid=stage][data-head="${target}"][aria-busy=false]`).waitFor(PATIENT);
        expectSame(await shownPixels(page), shownFor.get(target), `${about}, before the answer`);
      }
      await untilSettled(page);
      const next = await headOf(page);
      if (kind === 'reload') expect(next, about).toBe(head);
      else if (kind === 'undo') {
        expect(next, about).toBe(undoable.at(-1));
        undoable = undoable.slice(0, -1);
        redoable = [...redoable, head];
      } else if (kind === 'redo') {
        expect(next, about).toBe(redoable.at(-1));
        redoable = redoable.slice(0, -1);
        undoable = [...undoable, head];
      } else if (next !== head) {
        undoable = [...undoable, head];
        redoable = [];
      }
      head = next;

      const shown = await shownPixels(page);
      if (shownFor.has(head)) expectSame(shown, shownFor.get(head), about);
      else shownFor.set(head, shown);
      if (index % ASK_EVERY === ASK_EVERY - 1 || index === STEPS - 1) {
        const answer = await page.request.get(`${visitor.url()}/api/transaction/${id}/download/low/?format=png`);
        expect(answer.status(), about).toBe(200);
        const { mean, worstSquare } = differenceOf(shown, await decoded(await answer.body()));
        expect(mean, about).toBeLessThanOrEqual(2);
        expect(worstSquare, about).toBeLessThanOrEqual(12);
      }
    }
    // Guards the test itself: it visited a tree and returned to known places.
    expect(shownFor.size).toBeGreaterThan(STEPS / 4);
    expect(shownFor.size).toBeLessThan(STEPS);
  },
  120_000 + STEPS * 8_000,
);
