import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';
import { useProblemText } from './useProblemText.ts';

/** Submits the parsed values. */
export function useSchemaResolver(
  schema: ZodType<FieldValues, FieldValues>,
  toBody = (values: FieldValues): FieldValues => values,
): Resolver {
  const problemText = useProblemText();
  const check: Resolver = zodResolver(schema);
  return async (values, context, options) => {
    const result = await check(toBody(values), context, options);
    if (Object.keys(result.errors).length === 0) return result;
    const errors: FieldErrors = {};
    for (const [name, error] of Object.entries(result.errors)) {
      const message = typeof error?.message === 'string' ? problemText(error.message) : undefined;
      errors[name] = { type: 'schema', message: message ?? '' };
    }
    return { values: {}, errors };
  };
}
