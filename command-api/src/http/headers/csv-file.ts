import type { HttpReply } from '../message.ts';
import { contentDisposition } from './content-disposition.ts';

/** @param name between `clearcut-` and `.csv` */
export function asCsvFile(reply: HttpReply, name: string): void {
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition('attachment', `clearcut-${name}.csv`),
    'cache-control': 'no-store',
  });
}

/** With the day in UTC. */
export const dated = (name: string): string => `${name}-${new Date().toISOString().slice(0, 10)}`;
