import type { FastifyReply } from 'fastify';

/** Answers with a page of rows as ra-data-simple-rest expects it: an array, and `Content-Range: users 0-9/23`. */
export function sendPage(
  reply: FastifyReply,
  resource: string,
  { rows, total, offset }: { readonly rows: readonly unknown[]; readonly total: number; readonly offset: number },
): FastifyReply {
  const range = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`;
  return reply.headers({ 'content-range': `${resource} ${range}/${total}`, 'cache-control': 'no-store' }).send(rows);
}
