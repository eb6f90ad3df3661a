import { type Agent, request } from 'node:http';
import type { HostileRequest } from './requests.ts';

/**
 * Uses node:http, since fetch would repair hostile requests. Resolves when the answer or the connection ends.
 * @returns the status; undefined where the server closed the connection, as it does on overlong headers
 */
export function sendHostile(
  url: string,
  agent: Agent,
  { method, path, headers, body }: HostileRequest,
): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const sending = request({ agent, hostname, port, method, path, headers }, (answer) => {
      answer.resume();
      answer.on('close', () => resolve(answer.statusCode));
    });
    sending.on('error', () => resolve(undefined));
    sending.end(body);
  });
}
