import type { HttpReply } from './message.ts';

/** As ra-data-simple-rest expects: an array, and `Content-Range: users 0-9/23`. */
export function pageOf<Row>(
  reply: HttpReply,
  resource: string,
  { rows, total, offset }: { readonly rows: readonly Row[]; readonly total: number; readonly offset: number },
): readonly Row[] {
  const range = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`;
  reply.header('content-range', `${resource} ${range}/${total}`);
  return rows;
}
