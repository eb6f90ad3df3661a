import { createServer } from 'node:net';
import { reasonOf } from '../reasons.ts';
import { StartError } from './start-error.ts';

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  const { code } = error;
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is ${host}, which is not an address of this machine.`;
  return `Port ${port} cannot be used: ${reasonOf(error)}.`;
}

/** @throws StartError */
export function checkPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(new StartError(explain(error, host, port), { cause: error })));
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
