import { mapTexts, toStorable } from '@clearcut/schemas/text/characters';

/** PostgreSQL refuses an escaped NUL or a lone surrogate. */
export const toJson = (value: unknown): string => JSON.stringify(mapTexts(value, toStorable));
