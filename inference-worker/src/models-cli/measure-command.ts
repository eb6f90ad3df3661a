import { AUTO } from '@clearcut/schemas/transaction/subject';
import sharp from 'sharp';
import { chosenModel, loadModelNamed } from '../models/library.ts';
import { keepMeasurement, type Measurement } from '../models/measurements.ts';
import type { Model } from '../models/model.ts';
import { lookAtPicture } from '../pipeline/preview-cut-out.ts';
import { decodePreview } from '../pixels/decode.ts';
import { Workspace } from '../memory/workspace.ts';
import type { Command } from './command.ts';
import { lockModels } from './install.ts';
import { needModel } from './model-commands.ts';
import { costOf } from './text.ts';

const ROUNDS = 5;
const SIZE = { width: 1632, height: 1224 };

export const measureCommand: Command = {
  call: 'measure [name]',
  summary: 'Tell what a model costs on this machine, in seconds and memory; list shows it from then on.',
  async run([asked], { config }) {
    const { dataDir } = config;
    const name = asked ?? (await chosenModel(config));
    await needModel(dataDir, name);
    const { sha256, ...measured } = await measure(() => loadModelNamed(dataDir, name));
    const unlock = await lockModels(dataDir);
    try {
      await keepMeasurement(dataDir, sha256, measured);
    } finally {
      await unlock();
    }
    return { text: `${name}: ${costOf(measured)}`, json: { name, sha256, ...measured } };
  },
};

async function measure(load: () => Promise<Model>): Promise<Measurement & { readonly sha256: string }> {
  const picture = await ball();
  // Decoders and threads take memory with the first picture.
  using space = new Workspace();
  await decodePreview(picture, SIZE, space);
  const before = process.memoryUsage.rss();
  const model = await load();
  try {
    const times: number[] = [];
    let largest = before;
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      using looking = new Workspace();
      await lookAtPicture(picture, AUTO, model, looking);
      times.push((performance.now() - started) / 1000);
      largest = Math.max(largest, process.memoryUsage.rss());
    }
    const seconds = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
    return { sha256: model.identity.sha256, seconds, memoryBytes: largest - before };
  } finally {
    await model.close();
  }
}

function ball(): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <defs><radialGradient id="ball" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="#f88"/><stop offset="1" stop-color="#600"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="#d8d8d4"/><circle cx="50%" cy="50%" r="32%" fill="url(#ball)"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().jpeg().toBuffer();
}
