/** Plain http (except localhost) has no clipboard, and some browsers take only text. */
export const canCopy = (by: 'write' | 'writeText'): boolean => 'clipboard' in navigator && by in navigator.clipboard;
