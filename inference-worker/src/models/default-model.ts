export const DEFAULT_MODEL = 'clearcut-2';
