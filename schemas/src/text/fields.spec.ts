import { expect, onTestFinished, test, vi } from 'vitest';
import { contactSchema } from '../contact/http.ts';
import { answerBodySchema } from '../contact/message-http.ts';
import { breakGlassBodySchema } from '../support/access-http.ts';
import { reasonSchema } from '../support/reason.ts';
import { lineSchema, wordsSchema } from './fields.ts';

const REASON = 'Two reports say that it breaks the terms';
const glass = (text: string) => breakGlassBodySchema.safeParse({ reason: 'abuse', text }).success;

test.for(['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800', '\udfff'])(
  'a reason cannot contain %j',
  (character) => {
    expect(glass(`${REASON}${character}x`)).toBe(false);
    expect(reasonSchema.safeParse(`${REASON}${character}x`).success).toBe(false);
    expect(answerBodySchema.shape.text.safeParse(`${REASON}${character}x`).success).toBe(false);
    expect(contactSchema.shape.message.safeParse(`${REASON}${character}x`).success).toBe(false);
  },
);

test('counts the characters of a reason as a reader does', () => {
  expect(glass('\u200b'.repeat(30))).toBe(false);
  expect(glass(`a${' '.repeat(30)}b`)).toBe(false);
  expect(glass('x'.repeat(19))).toBe(false);
  expect(glass('x'.repeat(20))).toBe(true);
  expect(reasonSchema.safeParse('\u2060\u2060\u2060').success).toBe(false);
  expect(reasonSchema.safeParse('err').success).toBe(true);
});

test('Windows line ends become newlines', () => {
  expect(reasonSchema.parse('one\r\ntwo\rthree\n')).toBe('one\ntwo\nthree');
});

test('regression: a subject cannot reverse the text direction of a list', () => {
  expect(contactSchema.shape.subject.safeParse('invoice\u202egnp.exe').success).toBe(false);
  expect(contactSchema.shape.subject.safeParse('\u200b').success).toBe(false);
});

test('regression: does not count the graphemes of a line or of overlong words, which is costly', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  onTestFinished(() => segment.mockRestore());
  const long = 'x '.repeat(30_000);
  expect(lineSchema.max(50).safeParse(long).success).toBe(false);
  expect(wordsSchema({ max: 500, min: 10 }).safeParse(long).success).toBe(false);
  expect(segment).not.toHaveBeenCalled();
  expect(wordsSchema({ max: 500, min: 3 }).safeParse('a b').success).toBe(true);
  expect(segment).toHaveBeenCalled();
});
