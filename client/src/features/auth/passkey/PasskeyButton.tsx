import type { PasskeyChallengeBody } from '@clearcut/schemas/identity/passkey';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type Failure, toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { KeyIcon } from '../../../ui/work-icons.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { answerChallenge } from './ceremonies.ts';

export interface PasskeyButtonProps {
  readonly label: string;
  readonly purpose: PasskeyChallengeBody['purpose'];
  readonly onAnswer: (passkey: AuthenticationResponseJSON) => Promise<void>;
}

/** Asks the authenticator and shows a refusal below. Needs no query client, so public pages can show it. */
export function PasskeyButton({ label, purpose, onAnswer }: PasskeyButtonProps) {
  const failureText = useFailureText();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  async function prove(): Promise<void> {
    setFailure(undefined);
    setBusy(true);
    try {
      const answer = await answerChallenge(purpose);
      if (answer !== undefined) await onAnswer(answer);
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Button
        variant="outlined"
        startIcon={<KeyIcon aria-hidden />}
        disabled={busy}
        aria-busy={busy}
        onClick={() => void prove()}
      >
        {label}
      </Button>
      <FormProblem text={failure === undefined ? undefined : failureText(failure)} />
    </Box>
  );
}
