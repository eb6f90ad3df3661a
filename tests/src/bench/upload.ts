import { request } from 'node:http';
import type { PipelineView, TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { serverSentEvents } from '../support/event-source.ts';

const CLIENT_ID = { 'client-id': 'bench-upload-latency' };

/** `sentAt`: when the connection had accepted the last byte, by `performance.now()`. */
export function upload(url: string, bytes: Uint8Array): Promise<{ readonly id: string; readonly sentAt: number }> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    const outgoing = request(`${url}/api/transaction/?originalFileName=bench.jpg`, {
      method: 'POST',
      headers: { ...CLIENT_ID, 'content-type': 'image/jpeg', 'content-length': bytes.length },
    });
    outgoing.on('error', reject);
    outgoing.on('finish', () => {
      sentAt = performance.now();
    });
    outgoing.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 201) reject(new Error(`The upload was answered ${response.statusCode}: ${body}`));
        else resolve({ id: (JSON.parse(body) as UploadAnswer).id, sentAt });
      });
    });
    outgoing.end(bytes);
  });
}

/** Follows the status stream; resolves with the times of `steps`. */
export async function reached(url: string, id: string, steps: readonly (keyof PipelineView)[]): Promise<number[]> {
  const answer = await fetch(`${url}/api/transaction/${id}/events`, { headers: CLIENT_ID });
  if (!answer.ok) throw new Error(`The status stream was answered ${answer.status}`);
  const times = new Map<keyof PipelineView, number>();
  for await (const view of serverSentEvents<TransactionView>(answer)) {
    if (view.error !== null) throw new Error(`The picture failed: ${view.error.errorCode}`);
    for (const step of steps) {
      if (view.pipeline[step] !== undefined && !times.has(step)) times.set(step, performance.now());
    }
    if (times.size === steps.length) break;
  }
  return steps.map((step) => {
    const time = times.get(step);
    if (time === undefined) throw new Error(`The status stream ended before ${step}`);
    return time;
  });
}
