import { backgroundSchema } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { withBlur, withColour, withPhoto, withPicture } from './background-rules.ts';

test('a colour clears picture and blur, a picture clears colour and blur, a blur clears both', () => {
  expect(withColour('#112233')).toEqual({ color: '#112233', id: null, base: false, blur: 0, blurWidth: 0 });
  expect(withPicture('marble-white')).toEqual({ color: null, id: 'marble-white', base: false, blur: 0, blurWidth: 0 });
  expect(withBlur(withColour('#112233'))).toMatchObject({ color: null, id: null, base: true, blur: 5 });
});

test('a blur that is switched on keeps its settings', () => {
  const blurred = withBlur(TRANSPARENT, { blur: 30, blurWidth: 2 });
  expect(withBlur(blurred)).toEqual(blurred);
  expect(withBlur(blurred, { blurWidth: 9 })).toMatchObject({ blur: 30, blurWidth: 9 });
});

test('every choice is a background that the server accepts', () => {
  for (const chosen of [
    TRANSPARENT,
    withColour('#000000'),
    withPicture('marble-white'),
    withPhoto(),
    withBlur(TRANSPARENT),
  ]) {
    expect(backgroundSchema.safeParse(chosen).success).toBe(true);
  }
});
