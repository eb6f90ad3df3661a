import { request } from './request.ts';

export interface Download {
  readonly file: Blob;
  readonly name: string;
}

/** What the server calls the file: RFC 6266, of which the server sends the UTF-8 form. */
function nameOf(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="([^"]+)"/.exec(disposition ?? '') ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}

/**
 * A file to be kept, which the server may still have to make: a link to it could not say why it does not come.
 * @param otherwise its name where the server gives none
 * @throws Failure
 */
export async function download(path: string, otherwise: string, signal?: AbortSignal): Promise<Download> {
  const response = await request(path, signal && { signal });
  return { file: await response.blob(), name: nameOf(response.headers.get('content-disposition')) ?? otherwise };
}
