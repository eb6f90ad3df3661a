/** "#ff8800", not "ff8800#", in right-to-left sentences. */
export const ltr = (code: string): string => `\u2066${code}\u2069`;
