/** Standard Webhooks 1.0. */
export interface WebhookHeaders {
  readonly 'webhook-id'?: string | null;
  readonly 'webhook-timestamp'?: string | null;
  readonly 'webhook-signature'?: string | null;
}

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

const TOLERANCE_SECONDS = 5 * 60;

/**
 * @param body raw: re-serialised JSON has another signature
 * @param secret `whsec_…`
 * @throws WebhookError
 */
export async function verifyWebhook<Event = unknown>(
  body: string,
  headers: WebhookHeaders | Headers,
  secret: string,
): Promise<Event> {
  const read = (name: keyof WebhookHeaders): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (value === null || value === undefined || value === '') throw new WebhookError(`The header ${name} is missing`);
    return value;
  };
  const [id, timestamp, signatures] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) {
    throw new WebhookError('The delivery is too old, or from the future');
  }
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Several while a secret is rotated.
  for (const one of signatures.split(' ')) {
    const [version, signature = ''] = one.split(',');
    if (version !== 'v1') continue;
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), content)) return JSON.parse(body) as Event;
  }
  throw new WebhookError('No signature fits');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookError('The secret or the signature is no base64');
  }
}
