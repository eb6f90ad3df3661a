export function versionsIn(root: string): Record<string, string | undefined>;
export function release(root: string, version: string, day: string): void;
