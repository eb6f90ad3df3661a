import Box from '@mui/material/Box';
import { useImperativeHandle, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../../../lib/errors/failure.ts';
import { ChoiceList } from '../../ChoiceList.tsx';
import type { Confirmation, PaymentFieldsProps, PaymentFormAdapter } from '../port.ts';
import { TEST_METHODS, type TestMethod } from './test-cards.ts';

const STAND_IN = '/dev/stripe/v1';

const NAMES = Object.keys(TEST_METHODS) as TestMethod[];

/** Test cards only: without a number field no real card can be entered. */
function SandboxFields({ purpose, publishableKey, handle }: PaymentFieldsProps) {
  const { t } = useTranslation('payments-sandbox');
  const [chosen, setChosen] = useState<TestMethod>('visa');
  useImperativeHandle(handle, () => ({
    take: async () => {
      const id = TEST_METHODS[chosen];
      return purpose.kind === 'pay' ? id : confirmSetUp(purpose.clientSecret, id, publishableKey);
    },
  }));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        sx={{
          padding: '10px 14px',
          border: '2px dashed',
          borderColor: 'clearcut.edge',
          borderRadius: '4px',
          fontWeight: 'strong',
          fontSize: 'small',
        }}
      >
        {t('notice')}
      </Box>
      <ChoiceList
        label={t('legend')}
        value={chosen}
        onChange={setChosen}
        choices={NAMES.map((name) => ({ value: name, label: t(`${name}.label`), text: t(`${name}.text`) }))}
      />
    </Box>
  );
}

/** Confirms a setup with the publishable key, as Stripe's script would. @returns the id of the stored payment method */
async function confirmSetUp(clientSecret: string, method: string, key: string): Promise<string> {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const answer = await fetch(`${STAND_IN}/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: method }),
  }).catch((error: unknown) => {
    throw new Failure('network', { cause: error });
  });
  if (!answer.ok) throw new Failure('billing_unavailable', { status: answer.status });
  return ((await answer.json()) as { payment_method: string }).payment_method;
}

/** Leaves for the simulated bank, which returns. */
function confirm({ redirectUrl, returnUrl }: Confirmation): Promise<void> {
  if (redirectUrl === null) throw new Failure('card_authentication_failed');
  const { pathname } = new URL(returnUrl);
  location.assign(`${redirectUrl}?${new URLSearchParams({ back: pathname }).toString()}`);
  return new Promise(() => undefined);
}

export const sandboxForm: PaymentFormAdapter = { Fields: SandboxFields, confirm };
