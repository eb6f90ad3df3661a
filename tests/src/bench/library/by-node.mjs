/** Copied beside the installed packages. `node by-node.mjs PACKAGE PICTURE ROUNDS` prints a line of JSON. */
import { pathToFileURL } from 'node:url';

const [, , name, picture, rounds] = process.argv;

/** Opens imgly's function, or our session. */
async function open() {
  const { createSession, removeBackground } = await import(name);
  if (createSession === undefined) {
    const address = pathToFileURL(picture).href;
    return async () => new Uint8Array(await (await removeBackground(address)).arrayBuffer());
  }
  const session = await createSession({ concurrency: 1 });
  return async () => (await session.removeBackground(picture)).cutOut;
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const started = performance.now();
const remove = await open();
let bytes = (await remove()).length;
const firstMs = performance.now() - started;
const each = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const [from, cpu] = [performance.now(), cpuMs()];
  bytes = (await remove()).length;
  each.push({ ms: performance.now() - from, cpuMs: cpuMs() - cpu });
}
console.log(JSON.stringify({ firstMs, each, bytes, peakMb: process.resourceUsage().maxRSS / 1024 }));
process.exit(0);
