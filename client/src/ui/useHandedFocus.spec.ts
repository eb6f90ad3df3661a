import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHandedFocus } from './useHandedFocus.ts';

vi.mock('react', () => ({ useEffect: (effect: () => () => void) => (close = effect()) }));
let close: () => void;

const element = (name: string, within: Record<string, unknown> = {}) =>
  ({ name, querySelector: (selector: string) => within[selector] ?? null, focus: () => focus(name) }) as const;
const button = element('button');
const body = element('body', { '[data-opens=crop]': button });
const page = { body, activeElement: body as { readonly name: string }, querySelector: body.querySelector };
const focus = (name: string) => Object.assign(page, { activeElement: { name } });

beforeEach(() => {
  vi.stubGlobal('document', page);
  page.activeElement = body;
});
afterEach(() => vi.unstubAllGlobals());

const Opened = (opened: unknown) => useHandedFocus({ current: opened as HTMLElement }, 'crop');

test.each([
  ['the first control of the opened part', element('panel', { '[tabindex="0"]': element('shape') }), 'shape'],
  ['the opened part, if it is itself a control,', element('picture'), 'picture'],
])('%s gets the focus that the button lost, and the button gets it back afterwards', (_which, opened, first) => {
  Opened(opened);
  expect(page.activeElement.name).toBe(first);
  page.activeElement = body;
  close();
  expect(page.activeElement.name).toBe('button');
});

test('focus elsewhere stays where it is', () => {
  page.activeElement = element('tab');
  Opened(element('picture'));
  close();
  expect(page.activeElement.name).toBe('tab');
});
