import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { installedModels } from '@clearcut/platform/installed-models';

const measurementSchema = z.object({
  /** Bytes of a 2-megapixel photo to matte, with all looks. */
  seconds: z.number().positive(),
  /** Growth of the process. */
  memoryBytes: z.int().nonnegative(),
});
export type Measurement = z.infer<typeof measurementSchema>;

const measurementsSchema = z.record(z.string(), measurementSchema);

/** By SHA-256; empty if the file is damaged. */
export async function readMeasurements(dataDir: string): Promise<Readonly<Record<string, Measurement>>> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '{}');
  try {
    return measurementsSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Requires `lockModels`. */
export async function keepMeasurement(dataDir: string, sha256: string, measurement: Measurement): Promise<void> {
  const all = { ...(await readMeasurements(dataDir)), [sha256]: measurement };
  const file = fileOf(dataDir);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(all, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
}

/** No model's name begins with a dot. */
const fileOf = (dataDir: string): string => path.join(installedModels(dataDir), '.measured.json');
