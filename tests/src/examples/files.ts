import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import type { PhotographName } from '@clearcut/schemas/site/photographs';

export const features = (path: string): string => join(projectRoot, 'client/src/features', path);

/** JPEG, as the visitor gets it. */
export const photoOf = (name: PhotographName): string => features(`pictures/uploads/examples/${name}.jpg`);
export const beforeOf = (name: PhotographName): string => features(`site/home/pictures/${name}-before.webp`);
export const afterOf = (name: PhotographName): string => features(`site/home/pictures/${name}-after.webp`);
