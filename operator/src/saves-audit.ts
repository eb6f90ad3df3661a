import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';

type EventData<Type extends ClearcutEvent['type']> = Extract<ClearcutEvent, { type: Type }>['data'];

interface AuditedSave {
  readonly transactionId: string;
  spent?: EventData<'CreditsSpent'>;
  started?: EventData<'HdSaveStarted'>;
  isRefunded: boolean;
  hasFailed: boolean;
  files: number;
  lastAt: Date;
}

export interface SaveDifference {
  readonly teamId: string;
  readonly problem: string;
}

/**
 * Matches spends with saves: each spend has a completed save, a refund or a save in progress, and each paid save one
 * spend. Events come in log order.
 */
export class SavesAudit {
  readonly #saves = new Map<string, AuditedSave>();

  add({ event: { type, data }, recordedAt }: RecordedEvent<ClearcutEvent>): void {
    if (type === 'CreditsSpent') this.#save(data, recordedAt).spent = data;
    else if (type === 'CreditsRefunded') this.#save(data, recordedAt).isRefunded = true;
    else if (type === 'HdSaveStarted') this.#save(data, recordedAt).started = data;
    else if (type === 'HdSaveCompleted') this.#save(data, recordedAt).files += 1;
    else if (type === 'HdSaveFailed') this.#save(data, recordedAt).hasFailed = true;
  }

  #save({ saveId, transactionId }: { saveId: string; transactionId: string }, lastAt: Date): AuditedSave {
    const save = this.#saves.get(saveId) ?? { transactionId, isRefunded: false, hasFailed: false, files: 0, lastAt };
    save.lastAt = lastAt;
    this.#saves.set(saveId, save);
    return save;
  }

  /** Saves open since before `since` count as wrong. */
  end(since: Date): {
    readonly completed: number;
    readonly underWay: number;
    readonly differences: readonly SaveDifference[];
  } {
    let completed = 0;
    let underWay = 0;
    const differences: SaveDifference[] = [];
    for (const [saveId, save] of this.#saves) {
      const unfinished = unfinishedIn(save);
      const isLate = save.lastAt < since;
      const problem = problemIn(save) ?? (isLate ? unfinished : undefined);
      if (save.files > 0) completed += 1;
      else if (unfinished !== undefined && !isLate) underWay += 1;
      if (problem === undefined) continue;
      const teamId = save.spent?.teamId ?? save.started?.teamId ?? 'unknown';
      differences.push({ teamId, problem: `save ${saveId} of picture ${save.transactionId}: ${problem}` });
    }
    return { completed, underWay, differences };
  }
}

function problemIn(save: AuditedSave): string | undefined {
  const { spent, started, files, isRefunded } = save;
  if (isFree(save)) return files > 1 ? `it was completed ${files} times` : undefined;
  // The pool's audit finds refunds of nothing.
  if (spent === undefined) return started === undefined && files === 0 ? undefined : 'it was not charged';
  if (files > 1) return `it was charged once and completed ${files} times`;
  if (files === 1 && isRefunded) return 'its file was made, and its credit given back';
  if (files === 1 && started === undefined) return 'its file was made, and it was never started';
  return started === undefined || isSame(spent, started) ? undefined : 'what was charged is not what was started';
}

const isFree = ({ spent, started }: AuditedSave): boolean => spent === undefined && started?.credits === 0;

const isSame = (spent: EventData<'CreditsSpent'>, started: EventData<'HdSaveStarted'>): boolean =>
  spent.teamId === started.teamId &&
  spent.transactionId === started.transactionId &&
  spent.pictureState === started.pictureState &&
  spent.credits === started.credits;

function unfinishedIn(save: AuditedSave): string | undefined {
  const { files, isRefunded, hasFailed, started } = save;
  if (isFree(save)) return files > 0 || hasFailed ? undefined : 'it was started, and there is no file';
  // A refund without a start belongs to a picture that never existed.
  if (files > 0 || (isRefunded && (hasFailed || started === undefined))) return undefined;
  if (isRefunded) return 'its credit was given back, and it has not failed';
  if (hasFailed) return 'it failed, and its credit was not given back';
  return started === undefined ? 'it was charged and not started' : 'it was charged, and there is no file';
}
