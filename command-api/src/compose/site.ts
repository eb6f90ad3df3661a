import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@clearcut/platform/config/config';
import { projectRoot } from '@clearcut/platform/config/project';
import type { Site } from '../http/site.ts';
import { shellOf } from '../site/shell.ts';
import { createSite } from '../site/site.ts';

/** Folder of the built client. */
export const clientDirectory = join(projectRoot, 'client', 'dist');

/** The public site of this installation; undefined where the client is not built. */
export function openSite({
  config,
  origin,
}: {
  readonly config: Config;
  /** Origin of the product as people reach it; asked for only when the server listens. */
  readonly origin: () => string;
}): Site | undefined {
  const index = join(clientDirectory, 'index.html');
  if (!existsSync(index)) return undefined;
  const template = readFileSync(index, 'utf8');
  return createSite({
    origin,
    hosts: config.hosts,
    isListed: config.publicUrl !== undefined && !config.sandbox,
    securityContact: config.supportEmail ?? config.operator?.email,
    shell: () =>
      Buffer.from(shellOf(template, { origin: origin(), operator: config.operator ?? null, hosts: config.hosts })),
  });
}
