import { expect, test } from 'vitest';
import { nameSliders, shadeOf } from './mixer.ts';

test.each([
  ['#000000', { saturation: 0, brightness: 0 }],
  ['#ffffff', { saturation: 0, brightness: 1 }],
  ['#ff0000', { saturation: 1, brightness: 1 }],
  ['#7f7f00', { saturation: 1, brightness: 127 / 255 }],
  ['#804040', { saturation: 0.5, brightness: 128 / 255 }],
])('the strength and brightness of %s', (colour, shade) => {
  expect(shadeOf(colour)).toEqual(shade);
});

test("the colour mixer's sliders use the page's language, not their library's English", () => {
  const sliders = ['Colour', 'Hue'].map((name) => new Map([['aria-label', name]]));
  const elements = sliders.map((attributes) => ({
    setAttribute: (name: string, value: string) => attributes.set(name, value),
  }));
  const mixer = { querySelectorAll: () => elements } as unknown as ParentNode;
  nameSliders(mixer, { shade: 'Saturación y brillo', hue: 'Tono', value: 'Saturación 50 %, brillo 50 %' });
  expect(sliders.map((attributes) => Object.fromEntries(attributes))).toEqual([
    { 'aria-label': 'Saturación y brillo', 'aria-valuetext': 'Saturación 50 %, brillo 50 %' },
    { 'aria-label': 'Tono' },
  ]);
});
