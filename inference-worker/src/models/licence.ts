import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { sha256Schema } from './manifest.ts';

/** What a person is shown, and accepts, before the model is used. */
export const licenceSchema = z.object({
  name: z.string().min(1),
  /** Where its text is. */
  address: z.url(),
  summary: z.string().min(1),
  commercialUse: z.string().min(1),
  /** What the model learned from, as far as it is known. */
  trainingData: z.string().min(1),
});
export type Licence = z.infer<typeof licenceSchema>;

/** Who accepted which terms of which file, and when: `acceptance.json` beside an installed model. */
const acceptanceSchema = z.object({
  sha256: sha256Schema,
  /** Where the file was taken from. */
  address: z.string(),
  licence: licenceSchema,
  acceptedBy: z.string(),
  acceptedAt: z.iso.datetime(),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

export const ACCEPTANCE_FILE = 'acceptance.json';

/** The acceptance of the person who runs this process, now. */
export function accept(licence: Licence, sha256: string, address: string): Acceptance {
  return { sha256, address, licence, acceptedBy: userName(), acceptedAt: new Date().toISOString() };
}

/** The acceptance beside a model; undefined when there is none, or it is of another file. */
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

/** In a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
