import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { commandsIn } from '../documents/commands.ts';

/** Reasons, by the beginning of the command, per document. */
const NOT_RUN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'AGENTS.md': {
    'npm start': 'is how these tests start the product',
    'npm test': 'runs this file',
    'npm run test:all': 'runs this file',
    'npm run settings': 'writes a document; settings.spec.ts compares it',
    'npm run routes': 'writes a document; routes.spec.ts compares it',
    'npm run wasm': 'writes sources; compiled.spec.ts compares them',
    'npm run bench': 'measures for minutes',
  },
  'README.md': {
    'npm start': 'is how these tests start the product',
    'npm test': 'runs this file',
    'npm run test:all': 'runs this file',
  },
  'cli/README.md': {
    'npm install --global': 'npm-packages.test.ts installs from the registry, in the long suite',
    'clearcut https://example.com': 'another host',
    ffmpeg: 'not on every machine; cli.test.ts sends frames',
  },
  'docs/install.md': { docker: 'one-container.test.ts builds and runs the image, where there is an engine' },
  'docs/recipes.md': { ffmpeg: 'not on every machine; cli.test.ts sends frames' },
  'tools/training/README.md': { python3: 'trains for hours, on downloaded data' },
  'node/README.md': {
    'npm pack': 'runs for cli/README.md',
    'npm install --ignore-scripts': 'npm-packages.test.ts installs from the registry, in the long suite',
  },
  'scene/backgrounds/README.md': { 'node tools/backgrounds': 'draws for twenty minutes of a core' },
};

/** The commands of all documents, and which of them ran. */
export interface PrintedCommands {
  /** Prefers the whole command to a longer one. @throws Error when the document prints no such command */
  take(document: string, beginning: string): string;
  /** Commands that neither ran nor have a reason not to. */
  left(): string[];
}

const hasReason = (document: string, command: string): boolean =>
  Object.keys(NOT_RUN[document] ?? {}).some((beginning) => command.startsWith(beginning));

export async function readPrintedCommands(): Promise<PrintedCommands> {
  const documents = globSync('{*.md,docs/**/*.md,*/README.md,{clients,inference-worker,scene}/**/*.md}', {
    cwd: projectRoot,
    exclude: (path) => /(^|\/)node_modules$/.test(path),
  }).sort();
  const texts = documents.map(async (document) =>
    commandsIn(document, await readFile(join(projectRoot, document), 'utf8')),
  );
  const printed = (await Promise.all(texts)).flat();
  const ran = new Set<(typeof printed)[number]>();
  return {
    take(document, beginning) {
      const those = printed.filter((one) => one.document === document && one.command.startsWith(beginning));
      const found = those.find(({ command }) => command === beginning) ?? those[0];
      if (found === undefined) throw new Error(`${document} prints no such command: ${beginning}`);
      ran.add(found);
      return found.command;
    },
    left: () =>
      printed
        .filter((one) => !ran.has(one) && !hasReason(one.document, one.command))
        .map(({ document, command }) => `${document}: ${command}`),
  };
}
