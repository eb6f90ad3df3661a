import type { Failure } from './failure.ts';

export const isMissing = ({ status }: Failure): boolean => status === 404 || status === 410;
