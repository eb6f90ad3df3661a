import { request } from './http/request.ts';

export interface Download {
  readonly file: Blob;
  readonly name: string;
}

/** RFC 6266, in the UTF-8 form that our server sends. */
function nameOf(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="([^"]+)"/.exec(disposition ?? '') ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}

/**
 * The server may still have to make the file: a plain link could not show an error.
 * @param otherwise name when the server gives none
 * @throws Failure
 */
export async function download(path: string, otherwise: string, signal?: AbortSignal): Promise<Download> {
  const response = await request(path, signal && { signal });
  return { file: await response.blob(), name: nameOf(response.headers.get('content-disposition')) ?? otherwise };
}
