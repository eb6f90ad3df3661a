import { patched } from '@clearcut/schemas/transaction/edit-history';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Box, MaskMode, SceneSettings, SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';

export interface MaskRef {
  readonly id: string;
  readonly mode: MaskMode;
  readonly box: Box;
}

export interface Version {
  readonly headId: string;
  /** This browser's own id of the head, until the server names it. */
  readonly formerId: string | undefined;
  readonly undoId: string | null;
  readonly redoId: string | null;
  readonly masks: readonly MaskRef[];
  readonly settings: SceneSettings;
  /** The target of a restore is unknown to this browser, so the shown version is not it yet. */
  readonly isAwaited: boolean;
}

/** A pending edit. Its id is the Idempotency-Key, so that a retry is the same edit. */
export type EditCommand =
  | { readonly kind: 'mask'; readonly id: string; readonly mode: MaskMode; readonly box: Box }
  | { readonly kind: 'settings'; readonly id: string; readonly settings: SceneSettingsPatch }
  | { readonly kind: 'reset'; readonly id: string }
  /** Undo or redo; `target`: an operation or a pending edit. */
  | { readonly kind: 'restore'; readonly id: string; readonly target: string };

export type EditsOfView = Pick<TransactionView, 'edits' | 'settings' | 'updatedAt'>;

function versionOf({ edits, settings }: EditsOfView, formerId?: string): Version {
  const { headId, undoId, redoId } = edits;
  const masks = edits.masks.map(({ opId, mode, box }) => ({ id: opId, mode, box }));
  return { headId, formerId, undoId, redoId, masks, settings, isAwaited: false };
}

/**
 * The server's latest version with pending edits on top. The server orders the edits of several people; pending ones
 * always apply last.
 */
export class EditLog {
  #base: Version;
  #updatedAt: string;
  #pending: readonly EditCommand[] = [];
  #current: Version;
  /** Versions already shown, so that undo and redo are instant. */
  readonly #known = new Map<string, Version>();
  /** Operation ids by edit id of this browser. */
  readonly #opIds = new Map<string, string>();

  constructor(view: EditsOfView) {
    this.#base = versionOf(view);
    this.#updatedAt = view.updatedAt;
    this.#current = this.#base;
    this.#fold();
  }

  get current(): Version {
    return this.#current;
  }

  get pending(): readonly EditCommand[] {
    return this.#pending;
  }

  /** The server's operation id for any local id; undefined until known. */
  opIdOf(id: string): string | undefined {
    return this.#opIds.get(id) ?? (this.#pending.some((command) => command.id === id) ? undefined : id);
  }

  /** A pending edge, which the server refines. */
  isEdge(id: string): boolean {
    const command = this.#pending.find((candidate) => candidate.id === id);
    return command?.kind === 'mask' && command.mode === 'refine';
  }

  add(command: EditCommand): void {
    this.#pending = [...this.#pending, command];
    this.#current = this.#applied(this.#current, command);
  }

  /** The edit became operation `opId`; server versions include it from here on. */
  acknowledge(id: string, opId: string, view: EditsOfView): void {
    const command = this.#pending.find((candidate) => candidate.id === id);
    if (command !== undefined && command.kind !== 'restore') this.#opIds.set(id, opId);
    this.#pending = this.#pending.filter((candidate) => candidate.id !== id);
    this.take(view, view.edits.headId === opId ? id : undefined);
  }

  /** Drops a refused edit and everything that would restore it. */
  drop(id: string): void {
    this.#pending = this.#pending.filter(
      (command) => command.id !== id && !(command.kind === 'restore' && command.target === id),
    );
    this.#fold();
  }

  /** Takes the server's version. Ignores outdated answers. */
  take(view: EditsOfView, formerId?: string): void {
    if (view.updatedAt >= this.#updatedAt) {
      this.#base = versionOf(view, formerId);
      this.#updatedAt = view.updatedAt;
    }
    this.#fold();
  }

  #fold(): void {
    this.#know(this.#base);
    this.#current = this.#pending.reduce((version, command) => this.#applied(version, command), this.#base);
  }

  #know(version: Version): Version {
    if (!version.isAwaited) this.#known.set(this.#named(version.headId), version);
    return version;
  }

  #named(id: string): string {
    return this.#opIds.get(id) ?? id;
  }

  #applied(before: Version, command: EditCommand): Version {
    const next = {
      ...before,
      headId: command.id,
      formerId: undefined,
      undoId: before.headId,
      redoId: null,
      isAwaited: false,
    };
    switch (command.kind) {
      case 'mask': {
        const { id, mode, box } = command;
        return this.#know({ ...next, masks: [...before.masks, { id, mode, box }] });
      }
      case 'settings':
        return this.#know({ ...next, settings: patched(before.settings, command.settings) });
      case 'reset':
        return this.#know({ ...next, masks: [], settings: DEFAULT_SETTINGS });
      case 'restore':
        return this.#restored(before, command.target);
    }
  }

  #restored(before: Version, target: string): Version {
    const known = this.#known.get(this.#named(target));
    if (known === undefined)
      return { ...before, headId: target, formerId: undefined, undoId: null, redoId: null, isAwaited: true };
    const isUndo = before.undoId !== null && this.#named(before.undoId) === this.#named(target);
    return this.#know(isUndo ? { ...known, redoId: before.headId } : known);
  }
}
