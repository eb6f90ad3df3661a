import { CatalogueError } from '@clearcut/schemas/errors';
import { findUnstorable, UNSEEN } from '@clearcut/schemas/text/characters';
import type { NewEvent } from './port.ts';

/**
 * Such a text would halt the read models' subscribers.
 * @throws CatalogueError validation_failed, with the event's field
 */
export function checkTexts(events: readonly NewEvent[]): void {
  for (const { event, metadata } of events) {
    const path = findUnstorable(event.data) ?? findUnstorable(metadata);
    if (path === undefined) continue;
    const validationErrors = { [path.join('.') || 'body']: UNSEEN };
    const cause = new Error(`${event.type} has a text that cannot be stored at ${path.join('.')}`);
    throw new CatalogueError('validation_failed', { validationErrors, cause });
  }
}
