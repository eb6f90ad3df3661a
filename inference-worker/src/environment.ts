import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import type { Environment } from '@clearcut/schemas/event-metadata';
import sharp from 'sharp';

const PIXEL_CODE = ['inference-worker/src', 'scene/src'];

export const ENVIRONMENT: Environment = {
  build: `${versionOf(path.join(projectRoot, 'package.json'))}+${digestOfCode()}`,
  node: process.versions.node,
  // The main module would load the runtime.
  onnxruntime: versionOf(createRequire(import.meta.url).resolve('onnxruntime-node/package.json')),
  libvips: sharp.versions.vips,
  arch: process.arch,
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
};

function versionOf(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Tells builds of one version apart without Git. */
function digestOfCode(): string {
  const hash = createHash('sha256');
  for (const folder of PIXEL_CODE) {
    const files = readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts')).sort()) {
      hash.update(`${folder}/${file}\0`).update(readFileSync(path.join(projectRoot, folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
