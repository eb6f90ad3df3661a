/** The person's own picture, shown while the server works on it. */
export interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Measures a picture so that its place can be kept before it is drawn. It does not wait until all of it is decoded: of a large photo that
 * takes longer than a person takes for an answer.
 * @param url an object URL or an address of ours
 * @returns undefined when the browser cannot decode it: the server will say what is wrong with it.
 */
export async function measurePicture(url: string): Promise<Picture | undefined> {
  const image = new Image();
  const isLoaded = new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
  });
  image.src = url;
  if (!(await isLoaded)) return undefined;
  return { url, width: image.naturalWidth, height: image.naturalHeight };
}
