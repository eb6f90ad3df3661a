import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { ComponentType } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useProblemText } from '../../lib/forms/useProblemText.ts';

// eslint-disable-next-line typescript/no-explicit-any
export type AnyForm<Values extends FieldValues> = UseFormReturn<Values, unknown, any>;

export type FormFieldProps<Values extends FieldValues, Field extends TextFieldProps> = Omit<Field, 'form' | 'name'> & {
  readonly form: Pick<AnyForm<Values>, 'register' | 'formState'>;
  readonly name: Path<Values>;
  /** Default: a plain text field. */
  readonly as?: ComponentType<Field>;
};

export function FormField<Values extends FieldValues, Field extends TextFieldProps = TextFieldProps>({
  form: { register, formState },
  name,
  as,
  helperText,
  ...props
}: FormFieldProps<Values, Field>) {
  const problemText = useProblemText();
  const Component = (as ?? TextField) as ComponentType<TextFieldProps>;
  const { ref, ...registration } = register(name);
  const message: unknown = formState.errors[name]?.message;
  const problem = problemText(typeof message === 'string' ? message : undefined);
  return (
    <Component
      {...(props as unknown as TextFieldProps)}
      {...registration}
      inputRef={ref}
      error={problem !== undefined}
      helperText={problem ?? helperText}
    />
  );
}
