import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { z } from 'zod';
import { FieldError } from './errors.ts';

const coordinate = z.number().min(0).max(100_000);
const label = z.int().optional();
const promptSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('point'), data: z.tuple([coordinate, coordinate]), label }),
  z.looseObject({
    type: z.literal('rectangle'),
    data: z.tuple([coordinate, coordinate, coordinate, coordinate]),
    label,
  }),
]);
const extrasSchema = z.looseObject({ sam_prompt: z.array(promptSchema).max(100).optional() });

/** Reads the first box from `extras`, otherwise the first point not labelled 0 (outside). @throws FieldError */
export function subjectIn(extras: string | undefined): SubjectChoice {
  if (extras === undefined || extras.trim() === '') return { kind: 'auto' };
  const json = jsonOf(extras);
  // rembg ignores what it cannot read.
  if (json === undefined) return { kind: 'auto' };
  const parsed = extrasSchema.safeParse(json);
  if (!parsed.success) {
    throw new FieldError(
      'extras',
      'sam_prompt is a list of {"type": "point", "data": [x, y], "label": 1} or {"type": "rectangle", "data": [x1, y1, x2, y2]}',
    );
  }
  const prompts = (parsed.data.sam_prompt ?? []).filter((prompt) => prompt.label !== 0);
  const box = prompts.find((prompt) => prompt.type === 'rectangle')?.data.map(Math.round);
  if (box !== undefined) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
    if (x2 <= x1 || y2 <= y1)
      throw new FieldError('extras', 'A rectangle is x1, y1, x2, y2, with the upper left corner first');
    return { kind: 'box', x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
  }
  const point = prompts.find((prompt) => prompt.type === 'point')?.data;
  return point === undefined ? { kind: 'auto' } : { kind: 'point', x: Math.floor(point[0]), y: Math.floor(point[1]) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
