import { mapTexts, toStorable } from '@clearcut/schemas/text/characters';

/** PostgreSQL refuses an escaped NUL or a lone surrogate when it parses the text. */
export const toJson = (value: unknown): string => JSON.stringify(mapTexts(value, toStorable));
