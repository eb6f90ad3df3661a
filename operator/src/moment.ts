import { UsageError } from '@clearcut/platform/cli/command';
import { z } from 'zod';

const momentSchema = z.iso.datetime({ offset: true });

/** Requires a zone: without one, machines disagree. @throws UsageError also for 30 February, which `Date` moves to March */
export function momentOf(text: string): Date {
  if (momentSchema.safeParse(text).success) return new Date(text);
  throw new UsageError(`"${text}" is no time with its zone, such as 2026-11-24T09:30:00Z`);
}
