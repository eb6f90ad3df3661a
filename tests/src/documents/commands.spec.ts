/** Commands in backticks name scripts, programs and operator commands that exist; those in blocks are run by acceptance. */
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, offlineCommands } from '@clearcut/operator/commands';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import { commandsIn, commandsWithin } from './commands.ts';

const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');
const documents = globSync('{*.md,docs/**/*.md,*/README.md,{clients,inference-worker}/**/*.md}', {
  cwd: projectRoot,
  exclude: (path) => /(^|\/)node_modules$/.test(path),
}).sort();
const scriptsOf = async (folder: string): Promise<string[]> => {
  const { scripts = {} } = JSON.parse(await read(join(folder, 'package.json'))) as { scripts?: object };
  return Object.keys(scripts);
};
const operatorCommands = [...commands, ...offlineCommands].map(({ call }) => call.split(' ')[0]);

/** Undefined if the command names something that exists, or nothing in this project. */
async function missingIn(command: string, folder: string): Promise<string | undefined> {
  const [, program] = /^node (\w[\w./-]*)/.exec(command) ?? [];
  if (program !== undefined) return existsSync(join(projectRoot, program)) ? undefined : program;
  const [, operation] = /^npm run operator -- (\w[\w-]*)/.exec(command) ?? [];
  if (operation !== undefined && !operatorCommands.includes(operation)) return `operator ${operation}`;
  const [, script, workspace = ''] = /^npm run (?:-s |--silent )?([\w:]+)(?:.* -w (\S+))?/.exec(command) ?? [];
  if (script === undefined) return undefined;
  const scripts = await Promise.all([workspace, folder].map(scriptsOf));
  return scripts.flat().includes(script) ? undefined : `script ${script}`;
}

test.for(documents)('%s names commands that exist', async (document) => {
  const text = await read(document);
  const folder = document.split('/').slice(0, -1).join('/');
  const home = existsSync(join(projectRoot, folder, 'package.json')) ? folder : '';
  const named = [...commandsWithin(text), ...commandsIn(document, text).map(({ command }) => command)];
  const missing = await Promise.all(named.map((command) => missingIn(command, home)));
  expect(missing.filter((one) => one !== undefined)).toEqual([]);
});

test('regression: our packages, installed as printed, run no script of a package and fetch nothing more', async () => {
  const printed = (await Promise.all(documents.map(async (one) => commandsIn(one, await read(one))))).flat();
  const installing = printed.filter(({ command }) => /^npm install .*clearcut-\w+-[\d.]+\.tgz/.test(command));
  expect(installing.map(({ document }) => document)).toEqual(['cli/README.md', 'node/README.md']);
  expect(installing.filter(({ command }) => !command.includes(' --ignore-scripts '))).toEqual([]);
});

test('reads a printed command with its continued lines and without its comment', () => {
  const text = [
    '```sh',
    'npm start     # everything',
    'cat a.jpg |',
    '  curl -X POST \\',
    "    'http://host/#a'",
    '```',
    '',
  ];
  expect(commandsIn('a.md', text.join('\n')).map(({ command }) => command)).toEqual([
    'npm start',
    "cat a.jpg | curl -X POST 'http://host/#a'",
  ]);
  expect(commandsWithin('Type `npm run a -- b`, or ``npm run c``.')).toEqual(['npm run a -- b']);
});
