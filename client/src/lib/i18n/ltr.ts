/** A code within a sentence, read from left to right whichever way the sentence is written: "#ff8800", and not "ff8800#". */
export const ltr = (code: string): string => `\u2066${code}\u2069`;
