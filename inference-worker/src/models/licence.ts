import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { ACCEPTANCE_FILE } from '@clearcut/platform/installed-models';
import { z } from 'zod';
import { sha256Schema } from './manifest.ts';

export const licenceSchema = z.object({
  name: z.string().min(1),
  address: z.url(),
  summary: z.string().min(1),
  commercialUse: z.string().min(1),
  trainingData: z.string().min(1),
});
export type Licence = z.infer<typeof licenceSchema>;

/** `acceptance.json` beside an installed model. */
const acceptanceSchema = z.object({
  sha256: sha256Schema,
  address: z.string(),
  licence: licenceSchema,
  acceptedBy: z.string(),
  acceptedAt: z.iso.datetime(),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

export function accept(licence: Licence, sha256: string, address: string): Acceptance {
  return { sha256, address, licence, acceptedBy: userName(), acceptedAt: new Date().toISOString() };
}

/** Undefined if none, or for another file. */
export async function readAcceptance(directory: string, sha256: string): Promise<Acceptance | undefined> {
  try {
    const acceptance = acceptanceSchema.parse(
      JSON.parse(await readFile(path.join(directory, ACCEPTANCE_FILE), 'utf8')),
    );
    return acceptance.sha256 === sha256 ? acceptance : undefined;
  } catch {
    return undefined;
  }
}

/** A container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
