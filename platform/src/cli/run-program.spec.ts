import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = `
import { copyFile } from 'node:fs/promises';
import { runProgram } from ${JSON.stringify(new URL('run-program.ts', import.meta.url).href)};
const copy = { call: 'copy <from> <to>', summary: '', run: ([from, to]) => copyFile(from, to) };
await runProgram({ prefix: '', commands: [copy] }, (work, signal) => work({ signal }));
`;

test('regression: of a full disk, backup and restore printed the system call', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-run-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [program, source] = [join(folder, 'program.mjs'), join(folder, 'source')];
  await writeFile(program, PROGRAM);
  await writeFile(source, Buffer.alloc(64 * 1024, 1));
  const disk = await mkdtemp(join(folder, 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    skip('Nothing can be mounted here');
  }
  try {
    const target = join(disk, 'copy');
    const ended = promisify(execFile)(process.execPath, [program, 'copy', source, target]);
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: `The disk is full: ${target} could not be written. Make room, then try again.\n`,
    });
  } finally {
    execFileSync('umount', [disk]);
  }
});
