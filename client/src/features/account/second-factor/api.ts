import type {
  RecoveryCodes,
  SecondFactorView,
  StepUpBody,
  TotpEnrolment,
} from '@clearcut/schemas/identity/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../../lib/http/request.ts';

const PATH = '/api/auth/second-factor';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }): Promise<SecondFactorView> => requestJson(PATH, { signal }),
});

export const beginTotp = (): Promise<TotpEnrolment> => requestJson(`${PATH}/totp`, { method: 'POST' });

export async function confirmTotp(code: string): Promise<readonly string[]> {
  const { recoveryCodes } = await requestJson<RecoveryCodes>(`${PATH}/totp/confirm`, {
    method: 'POST',
    json: { code },
  });
  return recoveryCodes;
}

export async function removeTotp(): Promise<void> {
  await request(`${PATH}/totp`, { method: 'DELETE' });
}

export async function replaceRecoveryCodes(): Promise<readonly string[]> {
  const { recoveryCodes } = await requestJson<RecoveryCodes>(`${PATH}/recovery-codes`, { method: 'POST' });
  return recoveryCodes;
}

/** Proves who is at the browser. */
export async function sendStepUp(json: StepUpBody): Promise<void> {
  await request('/api/auth/step-up', { method: 'POST', json });
}
