/** Texts that people type. */
import { z } from 'zod';
import { hasInk, isLine, isStorable, UNSEEN, visibleLength, withNewlines } from './characters.ts';

const REQUIRED = 'This field is required';

const atMost = (max: number): string => `Cannot exceed ${max} characters`;

/** Texts shown beside others: a name, a subject, a label. */
export const lineSchema = z
  .string(REQUIRED)
  .trim()
  .refine((text) => text === '' || (isLine(text) && hasInk(text)), UNSEEN);

export const requiredLineSchema = (max: number): z.ZodString => lineSchema.min(1, REQUIRED).max(max, atMost(max));

interface WordsLimits {
  readonly min?: number;
  readonly max: number;
  readonly tooShort?: string;
}

/** At least `min` visible characters. */
export const wordsSchema = ({ min = 1, max, tooShort = REQUIRED }: WordsLimits): z.ZodString =>
  z
    .string(REQUIRED)
    .overwrite(withNewlines)
    .trim()
    .max(max, atMost(max))
    .refine(isStorable, UNSEEN)
    // Counting graphemes is slow.
    .refine((text) => text.length > max || visibleLength(text) >= min, tooShort);
