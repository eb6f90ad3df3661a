import type { StreamName } from '@clearcut/platform/event-store/port';
import type { PictureRow } from '../transaction/rows.ts';

export interface KeptPicture {
  /** At the last event that asked for a job. */
  readonly row: PictureRow;
  /** Another id there means a restored log. */
  readonly eventId: string;
}

/** In total. */
const MAX_KEPT_EVENTS = 50_000;

/** A stroke costs the events since the last one, not the whole stream. */
export class KeptPictures {
  /** Least recently used first. */
  readonly #pictures = new Map<StreamName, KeptPicture>();
  #events = 0;

  before(stream: StreamName, version: number): KeptPicture | undefined {
    const kept = this.#pictures.get(stream);
    return kept !== undefined && kept.row.version < version ? kept : undefined;
  }

  keep(stream: StreamName, picture: KeptPicture): void {
    this.forget(stream);
    this.#pictures.set(stream, picture);
    this.#events += picture.row.version;
    for (const leastUsed of this.#pictures.keys()) {
      if (this.#events <= MAX_KEPT_EVENTS) break;
      this.forget(leastUsed);
    }
  }

  forget(stream: StreamName): void {
    this.#events -= this.#pictures.get(stream)?.row.version ?? 0;
    this.#pictures.delete(stream);
  }
}
