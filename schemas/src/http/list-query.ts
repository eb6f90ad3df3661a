import { z } from 'zod';

export const MAX_LIST_ROWS = 1_000;

export interface ListQuery<Filter, Field extends string> {
  readonly filter: Filter;
  readonly sort: { readonly field: Field; readonly order: 'ASC' | 'DESC' };
  readonly offset: number;
  readonly limit: number;
}

/**
 * List query of ra-data-simple-rest, three optional JSON texts: `filter={"role":2}`, `sort=["email","ASC"]`,
 * `range=[0,9]` (first and last row, from 0).
 */
export function listQuerySchema<Filter, const Field extends string>(options: {
  readonly filter: z.ZodType<Filter>;
  readonly fields: readonly Field[];
  readonly sort: readonly [Field, 'ASC' | 'DESC'];
}): z.ZodType<ListQuery<Filter, Field>> {
  const { filter, fields, sort } = options;
  const sortSchema = z.tuple(
    [z.enum(fields), z.enum(['ASC', 'DESC'], 'The order is ASC or DESC')],
    `A sort is ["field","ASC"] with one of ${fields.join(', ')}`,
  );
  const rangeSchema = z
    .tuple([z.int().min(0), z.int().min(0)], 'A range is [first,last], counted from 0')
    .refine(([first, last]) => last >= first && last - first < MAX_LIST_ROWS, `A range has 1 to ${MAX_LIST_ROWS} rows`);
  return z
    .object({
      filter: filterText(filter),
      sort: jsonText.pipe(sortSchema).prefault(JSON.stringify(sort)),
      range: jsonText.pipe(rangeSchema).prefault(`[0,${MAX_LIST_ROWS - 1}]`),
    })
    .transform(({ filter, sort: [field, order], range: [first, last] }) => ({
      filter,
      sort: { field, order },
      offset: first,
      limit: last - first + 1,
    }));
}

/** A filter without pages. */
export const filterQuerySchema = <Filter>(filter: z.ZodType<Filter>) => z.object({ filter: filterText(filter) });

/** One value or several, any of which matches. */
export const oneOrMore = <T>(schema: z.ZodType<T>) => z.union([schema.transform((one) => [one]), z.array(schema)]);

/** Normalised, since PostgreSQL knows no year 0 and not every offset. */
export const momentSchema = z.iso
  .datetime({ offset: true })
  .pipe(z.coerce.date<string>().min(new Date('0001-01-01T00:00:00Z')).max(new Date('9999-12-31T23:59:59.999Z')))
  .transform((moment) => moment.toISOString());

export const periodFields = {
  /** Inclusive. */
  from: momentSchema.optional(),
  /** Exclusive. */
  to: momentSchema.optional(),
};

const filterText = <Filter>(filter: z.ZodType<Filter>) => jsonText.pipe(filter).prefault('{}');

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'This is not JSON' });
    return z.NEVER;
  }
});
