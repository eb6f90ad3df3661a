export interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Measures a picture to reserve its space before it is drawn. Does not wait for full decoding, which for a large photo
 * takes too long.
 * @param url an object URL or one of this site
 * @returns undefined when the browser cannot decode it; the server then reports why
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
