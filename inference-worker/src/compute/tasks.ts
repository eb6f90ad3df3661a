import { cutOut } from '../matte/cut-out.ts';
import { refine } from '../matte/refine.ts';
import { makeExport } from '../render/make-export.ts';
import { renderHd } from '../render/render-hd.ts';
import { renderPreview } from '../render/render-preview.ts';

/** Work that keeps a core busy for long, so it is not done on the main thread: leases, IPC and stopping must go on meanwhile. */
export const tasks = { cutOut, refine, renderPreview, renderHd, makeExport };

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

export type TaskRequest = {
  readonly [Name in TaskName]: { readonly id: number; readonly name: Name; readonly args: Parameters<Tasks[Name]> };
}[TaskName];

export type TaskAnswer =
  | { readonly id: number; readonly value: unknown }
  /** An error crosses threads as plain text; its name tells the kinds apart. */
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } };
