import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { typedEmail } from '../session/typed-email.ts';

export interface AuthForm<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly submit: (event: React.SyntheticEvent) => void;
  readonly failure: Failure | undefined;
  readonly busy: boolean;
}

/** Validates by a schema and submits by `send`, one submission at a time. */
export function useAuthForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  send: (values: Output) => Promise<unknown>,
): AuthForm<Input, Output> {
  const [firstValues] = useState(() =>
    (defaultValues as { readonly email?: string }).email === ''
      ? Object.assign({}, defaultValues, { email: typedEmail.read() })
      : defaultValues,
  );
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues: firstValues });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const { email } = values as { readonly email?: unknown };
          if (typeof email === 'string') typedEmail.keep(email);
        },
      }),
    [form],
  );
  const [failure, setFailure] = useState<Failure>();
  const attempt = form.handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await send(values);
    } catch (error) {
      setFailure(toFailure(error));
    }
  });
  return { form, submit: (event) => void attempt(event), failure, busy: form.formState.isSubmitting };
}
