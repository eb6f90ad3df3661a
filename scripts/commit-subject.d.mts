/** Problem of a commit subject, or undefined. */
export function problemOf(subject: string): string | undefined;
