import { request } from '../../lib/http/request.ts';

/** Sends the fields of the contact form with its file. @throws Failure */
export async function sendMessage(fields: FormData): Promise<void> {
  await request('/api/contact/', { method: 'POST', form: fields });
}
