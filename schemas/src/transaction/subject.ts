import { z } from 'zod';
import { MIN_BOX_SIDE } from '../constants.ts';

const pixel = z.int().min(0);

/** Pixels of the original after EXIF orientation, from the upper left. `auto`: the model chooses. */
export const subjectChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('auto') }),
  z.object({ kind: z.literal('box'), x: pixel, y: pixel, width: z.int().positive(), height: z.int().positive() }),
  z.object({ kind: z.literal('point'), x: pixel, y: pixel }),
]);
export type SubjectChoice = z.infer<typeof subjectChoiceSchema>;

export const AUTO: SubjectChoice = { kind: 'auto' };

export function isSameSubject(a: SubjectChoice, b: SubjectChoice): boolean {
  switch (a.kind) {
    case 'auto':
      return b.kind === 'auto';
    case 'point':
      return b.kind === 'point' && a.x === b.x && a.y === b.y;
    case 'box':
      return b.kind === 'box' && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
  }
}

export function liesWithin(
  subject: SubjectChoice,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  switch (subject.kind) {
    case 'auto':
      return true;
    case 'point':
      return subject.x < width && subject.y < height;
    case 'box':
      return (
        Math.min(subject.width, subject.height) >= MIN_BOX_SIDE &&
        subject.x + subject.width <= width &&
        subject.y + subject.height <= height
      );
  }
}

const corners = z.tuple([pixel, pixel, pixel, pixel]);

interface Given {
  readonly roi?: [number, number, number, number] | undefined;
  readonly point?: [number, number] | undefined;
}

/** `roi`: x1, y1, x2, y2. `point`: x, y. Neither, or `type` auto: the model chooses. */
function choiceOf({ roi, point }: Given): SubjectChoice {
  if (roi !== undefined) {
    const [x1, y1, x2, y2] = roi;
    return { kind: 'box', x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
  }
  if (point !== undefined) return { kind: 'point', x: point[0], y: point[1] };
  return AUTO;
}

const atMostOne = {
  rule: ({ roi, point }: Given): boolean => roi === undefined || point === undefined,
  issue: { path: ['roi'], error: 'Give a box or a point, not both' },
};
const rightWayRound = {
  rule: ({ roi }: Given): boolean => roi === undefined || (roi[0] < roi[2] && roi[1] < roi[3]),
  issue: { path: ['roi'], error: 'Give the upper left corner, then the lower right one' },
};

export const subjectFields = {
  roi: corners.optional(),
  point: z.tuple([pixel, pixel]).optional(),
  type: z.literal('auto').optional(),
};

/** `1,2,3,4` */
const numbers = (text: string): number[] =>
  text.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));

export const subjectQueryFields = {
  roi: z.string().transform(numbers).pipe(corners).optional(),
  point: z
    .string()
    .transform(numbers)
    .pipe(z.tuple([pixel, pixel]))
    .optional(),
  type: z.literal('auto').optional(),
};

/** Adds the choice that `roi`, `point` and `type` mean. */
export function withSubject<Fields extends Given>(schema: z.ZodType<Fields>) {
  return schema
    .refine(atMostOne.rule, atMostOne.issue)
    .refine(rightWayRound.rule, rightWayRound.issue)
    .transform((fields) => ({ ...fields, subject: choiceOf(fields) }));
}

/** Refuses unknown fields, which would mean `auto`. */
export const chooseSubjectBodySchema = withSubject(z.strictObject(subjectFields));
