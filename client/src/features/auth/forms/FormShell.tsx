import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode, SyntheticEvent } from 'react';
import type { Failure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';

export interface FormShellProps {
  readonly onSubmit: (event: SyntheticEvent) => void;
  readonly failure: Failure | undefined;
  /** Shown while there is no failure, e.g. the error of a third-party login. */
  readonly problem?: string | undefined;
  readonly busy: boolean;
  readonly action: string;
  readonly children: ReactNode;
}

export function FormShell({ onSubmit, failure, problem, busy, action, children }: FormShellProps) {
  const failureText = useFailureText();
  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 2 }}>
      {children}
      <FormProblem text={failure === undefined ? problem : failureText(failure)} />
      <Button type="submit" variant="contained" color="primary" size="large" disabled={busy} aria-busy={busy}>
        {action}
      </Button>
    </Box>
  );
}
