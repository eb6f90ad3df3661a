import type { StreamName } from '@clearcut/platform/event-store/port';
import type { PictureRow } from '../transaction/rows.ts';

export interface KeptPicture {
  /** At the last event that asked for a job. */
  readonly row: PictureRow;
  /** Id of that event: another one there means that the log was restored. */
  readonly eventId: string;
}

/** In total: a few of the longest streams, or thousands of usual ones. */
const MAX_KEPT_EVENTS = 50_000;

/** Pictures that asked lately, so that a stroke costs the events since the last one and not the whole stream. */
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
