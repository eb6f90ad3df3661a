import { mapTexts, toStorable } from '@clearcut/schemas/text/characters';

/** JSON as a parameter of a statement: PostgreSQL refuses an escaped NUL or half a surrogate pair once it looks into the text. */
export const toJson = (value: unknown): string => JSON.stringify(mapTexts(value, toStorable));
