export function files(): string[];
export function sourceOf(file: string): string;
