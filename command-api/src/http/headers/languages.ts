/** No browser sends more. */
const MAX_LENGTH = 1_024;
const MAX_LANGUAGES = 10;

export const firstLanguages = (header = ''): string[] =>
  header.length > MAX_LENGTH ? [] : header.split(',', MAX_LANGUAGES);
