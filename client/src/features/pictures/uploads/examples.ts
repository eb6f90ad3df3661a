import { Failure } from '../../../lib/errors/failure.ts';
import type { examples } from './shown-examples.ts';

export type Example = (typeof examples)[number];

/** @throws Failure when it cannot be loaded */
export async function exampleFile({ name, url }: Example): Promise<File> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return new File([await response.blob()], `${name}.jpg`, { type: 'image/jpeg' });
  } catch (error) {
    throw new Failure('example_missing', { cause: error });
  }
}
